/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.ThreadMXBean;
import io.pointsman.codecs.HashScheme;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BlockHasherTest {
    private static JsonNode vectors() throws IOException {
        try (InputStream file = BlockHasherTest.class.getResourceAsStream("/vectors/block_hashes.json")) {
            return new ObjectMapper().readTree(file).get("vectors");
        }
    }

    static Stream<Arguments> cases() throws IOException {
        return StreamSupport.stream(vectors().spliterator(), false)
            .map(vector -> Arguments.of(vector.get("name").asText(), vector.get("block_size").asInt(),
                longs(vector.get("tokens")), longs(vector.get("hashes"))));
    }

    private static long[] longs(final JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).mapToLong(JsonNode::longValue).toArray();
    }

    private static long[] hash(final BlockHasher hasher, final long[] tokens) {
        final UnsafeBuffer hashes = new UnsafeBuffer(new byte[8 * (tokens.length / hasher.blockSize() + 1)]);
        return longs(hashes, hasher.hash(tokens, 0, tokens.length, hashes, 0, Integer.MAX_VALUE));
    }

    private static long[] longs(final UnsafeBuffer hashes, final int count) {
        final long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = hashes.getLong(i * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
        }
        return values;
    }

    @Test
    void shouldHaveAllVectors() throws IOException {
        assertThat(vectors().size()).isEqualTo(61);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void shouldEqualReferenceWhenTokensAreHashed(
        final String name, final int blockSize, final long[] tokens, final long[] expected) {
        assertThat(hash(new BlockHasher(HashScheme.TOKENS, blockSize), tokens)).as(name).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void shouldEqualReferenceWhenResumedAfterEachBlock(
        final String name, final int blockSize, final long[] tokens, final long[] expected) {
        final UnsafeBuffer hashes = new UnsafeBuffer(new byte[8 * (expected.length + 1)]);
        final byte[] digest = new byte[BlockHasher.DIGEST_LENGTH];
        for (int i = 0; i < expected.length; i++) {
            final BlockHasher hasher = new BlockHasher(HashScheme.TOKENS, blockSize).resume(digest, 0);
            final int offset = i * blockSize;
            assertThat(hasher.hash(tokens, offset, tokens.length - offset, hashes, i * Long.BYTES, 1)).isEqualTo(1);
            hasher.digest(digest, 0);
        }
        assertThat(longs(hashes, expected.length)).as(name).isEqualTo(expected);
    }

    @Test
    void shouldHashIntTokensLikeLongOnes() {
        final int[] ints = {1, -2, 3, 4, 500_000, 6, 7};
        final long[] expected =
            hash(new BlockHasher(HashScheme.TOKENS, 2), new long[] {1, -2, 3, 4, 500_000, 6, 7});
        final UnsafeBuffer hashes = new UnsafeBuffer(new byte[24]);
        final int count = new BlockHasher(HashScheme.TOKENS, 2).hash(ints, 0, ints.length, hashes, 0, 100);
        assertThat(longs(hashes, count)).isEqualTo(expected).hasSize(3);
    }

    @Test
    void shouldHashBytesAsTheyAreWhenSchemeIsBytes() throws NoSuchAlgorithmException {
        final byte[] prompt = "a prompt of more than two blocks".getBytes(StandardCharsets.UTF_8);
        final UnsafeBuffer hashes = new UnsafeBuffer(new byte[16]);
        final int count = new BlockHasher(HashScheme.BYTES, 15).hash(prompt, 0, prompt.length, hashes, 0, 100);

        final MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        sha256.update(new byte[32]);
        sha256.update(prompt, 0, 15);
        final byte[] first = sha256.digest();
        sha256.update(first);
        sha256.update(prompt, 15, 15);
        final byte[] second = sha256.digest();
        assertThat(longs(hashes, count)).containsExactly(name(first), name(second));
    }

    private static long name(final byte[] digest) {
        final long head = ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getLong();
        return Long.remainderUnsigned(head, Long.MAX_VALUE) + 1;
    }

    @Test
    void shouldHashUpToBoundWhenPromptIsLonger() {
        final UnsafeBuffer hashes = new UnsafeBuffer(new byte[32]);
        final BlockHasher hasher = new BlockHasher(HashScheme.BYTES, 4);
        assertThat(hasher.hash(new byte[100], 0, 100, hashes, 0, 3)).isEqualTo(3);
        assertThat(hashes.getLong(24)).isZero();
    }

    @Test
    void shouldKeepCachesApartWhenAdapterSaltOrTenantDiffer() {
        final long[] tokens = {1, 2, 3, 4};
        final BlockHasher hasher = new BlockHasher(HashScheme.TOKENS, 4);
        final long plain = hash(hasher.reset(), tokens)[0];
        assertThat(hash(hasher.reset(null, null, null), tokens)[0]).isEqualTo(plain);
        assertThat(new long[] {
            plain,
            hash(hasher.reset("a", null, null), tokens)[0],
            hash(hasher.reset(null, "a", null), tokens)[0],
            hash(hasher.reset(null, null, "a"), tokens)[0],
            hash(hasher.reset("a", "b", null), tokens)[0],
            hash(hasher.reset("ab", null, null), tokens)[0],
            hash(hasher.reset("ab", "", null), tokens)[0],
            hash(hasher.reset("", "ab", null), tokens)[0],
        }).doesNotHaveDuplicates();
    }

    @Test
    void shouldEncodeRootAsDocumentedWhenFieldsArePresent() throws NoSuchAlgorithmException {
        final ByteBuffer fields = ByteBuffer.allocate(12 + 6).order(ByteOrder.LITTLE_ENDIAN);
        fields.putInt(4).put("lora".getBytes(StandardCharsets.UTF_8)).putInt(-1).putInt(2)
            .put("é".getBytes(StandardCharsets.UTF_8));
        final byte[] root = new byte[32];
        new BlockHasher(HashScheme.BYTES, 1).reset("lora", null, "é").digest(root, 0);
        assertThat(root).isEqualTo(MessageDigest.getInstance("SHA-256").digest(fields.array()));
    }

    @Test
    void shouldRefuseWhatItsSchemeDoesNotCover() {
        final UnsafeBuffer hashes = new UnsafeBuffer(new byte[8]);
        assertThatThrownBy(() -> new BlockHasher(HashScheme.BYTES, 0)).hasMessageContaining("block size 0");
        assertThatThrownBy(() -> new BlockHasher(HashScheme.NULL_VAL, 1)).hasMessageContaining("NULL_VAL");
        assertThatThrownBy(() -> new BlockHasher(HashScheme.BYTES, 1).hash(new long[1], 0, 1, hashes, 0, 1))
            .hasMessageContaining("BYTES");
        assertThatThrownBy(() -> new BlockHasher(HashScheme.TOKENS, 1).hash(new byte[1], 0, 1, hashes, 0, 1))
            .hasMessageContaining("TOKENS");
    }

    @Test
    void shouldAllocateNothingWhenWarm() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final BlockHasher hasher = new BlockHasher(HashScheme.TOKENS, 64);
        final long[] tokens = new long[1_024];
        final UnsafeBuffer hashes = new UnsafeBuffer(new byte[128]);
        // The first rounds are interpreted, and the digest's own code allocates there.
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < 20 && allocated > 0; round++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 500; i++) {
                hasher.reset().hash(tokens, 0, tokens.length, hashes, 0, 16);
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(allocated).isZero();
    }
}

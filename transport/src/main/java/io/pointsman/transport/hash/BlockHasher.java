/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.hash;

import io.pointsman.codecs.HashScheme;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Names the complete blocks of a prompt, each together with everything before it.
 * <pre>
 *   digest(-1) = the root, see {@link #reset()} and {@link #reset(String, String, String)}
 *   digest(i)  = SHA-256( digest(i-1) | block i )
 *   hash(i)    = (the first 8 bytes of digest(i), little-endian, unsigned, mod 2^63 - 1) + 1
 * </pre>
 * A block is a fixed number of tokens, each a little-endian int64, or of the prompt's raw bytes, by scheme. With the
 * plain root the hashes of tokens equal those of NVIDIA/Megatron-LM ({@code compute_block_hashes_batched}). A hash is
 * positive and has 63 bits: a collision can misjudge affinity, never answer wrongly.
 * <p>
 * The chain goes on from call to call, so a prompt that grows is hashed from where it was left; what does not fill a
 * block is not consumed. Owned by one thread. Hashing allocates nothing.
 */
public final class BlockHasher {
    /** Length in bytes of a digest. */
    public static final int DIGEST_LENGTH = 32;

    /** Bytes a block under the bytes scheme, unless a rank says otherwise. */
    public static final int DEFAULT_BLOCK_BYTES = 256;

    private static final int ABSENT = -1;

    private final HashScheme scheme;
    private final int blockSize;
    private final MessageDigest sha256;
    private final byte[] digest = new byte[DIGEST_LENGTH];
    private final UnsafeBuffer digestView = new UnsafeBuffer(digest);
    private final byte[] block;
    private final UnsafeBuffer blockView;

    /**
     * A hasher at the plain root.
     *
     * @param scheme    bytes or tokens.
     * @param blockSize bytes or tokens a block, at least 1.
     * @throws IllegalArgumentException naming what is wrong.
     */
    public BlockHasher(final HashScheme scheme, final int blockSize) {
        if (scheme != HashScheme.BYTES && scheme != HashScheme.TOKENS) {
            throw new IllegalArgumentException("hash scheme " + scheme + " is not one of BYTES, TOKENS");
        }
        if (blockSize < 1 || blockSize > Integer.MAX_VALUE / Long.BYTES) {
            throw new IllegalArgumentException("block size " + blockSize + ": allowed is at least 1");
        }
        this.scheme = scheme;
        this.blockSize = blockSize;
        block = new byte[scheme == HashScheme.TOKENS ? blockSize * Long.BYTES : 0];
        blockView = new UnsafeBuffer(block);
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException ex) {
            throw new IllegalStateException("every Java platform has SHA-256, this one has not", ex);
        }
    }

    /**
     * Begins a prompt at the plain root: 32 zero bytes.
     *
     * @return this.
     */
    public BlockHasher reset() {
        Arrays.fill(digest, (byte) 0);
        return this;
    }

    /**
     * Begins a prompt whose cache is kept apart. The root is the SHA-256 of the three fields in this order, each as its
     * length in bytes (little-endian int32; -1 for an absent one) and its UTF-8 bytes; an empty field is not an absent
     * one. With none of them present it is the plain root. Allocates when one is present.
     *
     * @param adapter   of the model, such as a LoRA's name; null: absent.
     * @param cacheSalt of the request; null: absent.
     * @param tenant    of the request; null: absent.
     * @return this.
     */
    public BlockHasher reset(final String adapter, final String cacheSalt, final String tenant) {
        reset();
        if (adapter != null || cacheSalt != null || tenant != null) {
            update(adapter);
            update(cacheSalt);
            update(tenant);
            finishDigest();
        }
        return this;
    }

    /**
     * Begins where an earlier prompt's {@link #digest} was.
     *
     * @param source holds the digest.
     * @param offset of its first byte.
     * @return this.
     */
    public BlockHasher resume(final byte[] source, final int offset) {
        System.arraycopy(source, offset, digest, 0, DIGEST_LENGTH);
        return this;
    }

    /**
     * The digest of the last block, from which a longer prompt can go on; the root before the first.
     *
     * @param target receives {@link #DIGEST_LENGTH} bytes.
     * @param offset of the first.
     */
    public void digest(final byte[] target, final int offset) {
        System.arraycopy(digest, 0, target, offset, DIGEST_LENGTH);
    }

    /**
     * Hashes complete blocks of bytes.
     *
     * @param source       holds the bytes that follow what was hashed so far.
     * @param offset       of the first.
     * @param length       of all there are.
     * @param hashes       receives the hashes, little-endian int64 each.
     * @param hashesOffset of the first hash, in bytes.
     * @param maxBlocks    most blocks to hash.
     * @return blocks hashed; the next call is to begin at offset + blocks * block size.
     * @throws IllegalStateException when the scheme is tokens.
     */
    public int hash(final byte[] source, final int offset, final int length, final MutableDirectBuffer hashes,
        final int hashesOffset, final int maxBlocks) {
        require(HashScheme.BYTES);
        final int blocks = Math.min(length / blockSize, maxBlocks);
        for (int i = 0; i < blocks; i++) {
            hashBlock(source, offset + i * blockSize, blockSize, hashes, hashesOffset + i * Long.BYTES);
        }
        return blocks;
    }

    /**
     * Hashes complete blocks of tokens.
     *
     * @param tokens       that follow what was hashed so far.
     * @param offset       of the first.
     * @param count        of all there are.
     * @param hashes       receives the hashes, little-endian int64 each.
     * @param hashesOffset of the first hash, in bytes.
     * @param maxBlocks    most blocks to hash.
     * @return blocks hashed; the next call is to begin at offset + blocks * block size.
     * @throws IllegalStateException when the scheme is bytes.
     */
    public int hash(final long[] tokens, final int offset, final int count, final MutableDirectBuffer hashes,
        final int hashesOffset, final int maxBlocks) {
        require(HashScheme.TOKENS);
        final int blocks = Math.min(count / blockSize, maxBlocks);
        for (int i = 0; i < blocks; i++) {
            for (int j = 0; j < blockSize; j++) {
                blockView.putLong(j * Long.BYTES, tokens[offset + i * blockSize + j], ByteOrder.LITTLE_ENDIAN);
            }
            hashBlock(block, 0, block.length, hashes, hashesOffset + i * Long.BYTES);
        }
        return blocks;
    }

    /**
     * Hashes complete blocks of tokens.
     *
     * @param tokens       that follow what was hashed so far.
     * @param offset       of the first.
     * @param count        of all there are.
     * @param hashes       receives the hashes, little-endian int64 each.
     * @param hashesOffset of the first hash, in bytes.
     * @param maxBlocks    most blocks to hash.
     * @return blocks hashed; the next call is to begin at offset + blocks * block size.
     * @throws IllegalStateException when the scheme is bytes.
     */
    public int hash(final int[] tokens, final int offset, final int count, final MutableDirectBuffer hashes,
        final int hashesOffset, final int maxBlocks) {
        require(HashScheme.TOKENS);
        final int blocks = Math.min(count / blockSize, maxBlocks);
        for (int i = 0; i < blocks; i++) {
            for (int j = 0; j < blockSize; j++) {
                blockView.putLong(j * Long.BYTES, tokens[offset + i * blockSize + j], ByteOrder.LITTLE_ENDIAN);
            }
            hashBlock(block, 0, block.length, hashes, hashesOffset + i * Long.BYTES);
        }
        return blocks;
    }

    /**
     * The scheme.
     *
     * @return bytes or tokens.
     */
    public HashScheme scheme() {
        return scheme;
    }

    /**
     * The size of a block.
     *
     * @return bytes or tokens, by scheme.
     */
    public int blockSize() {
        return blockSize;
    }

    private void hashBlock(final byte[] source, final int offset, final int length, final MutableDirectBuffer hashes,
        final int hashOffset) {
        sha256.update(digest, 0, DIGEST_LENGTH);
        sha256.update(source, offset, length);
        finishDigest();
        final long head = digestView.getLong(0, ByteOrder.LITTLE_ENDIAN);
        hashes.putLong(hashOffset, Long.remainderUnsigned(head, Long.MAX_VALUE) + 1, ByteOrder.LITTLE_ENDIAN);
    }

    private void finishDigest() {
        try {
            sha256.digest(digest, 0, DIGEST_LENGTH);
        } catch (final DigestException ex) {
            throw new IllegalStateException("a SHA-256 takes 32 bytes", ex);
        }
    }

    private void update(final String field) {
        final byte[] bytes = field == null ? new byte[0] : field.getBytes(StandardCharsets.UTF_8);
        final byte[] length = new byte[Integer.BYTES];
        new UnsafeBuffer(length).putInt(0, field == null ? ABSENT : bytes.length, ByteOrder.LITTLE_ENDIAN);
        sha256.update(length);
        sha256.update(bytes);
    }

    private void require(final HashScheme needed) {
        if (scheme != needed) {
            throw new IllegalStateException("this hasher's scheme is " + scheme);
        }
    }
}

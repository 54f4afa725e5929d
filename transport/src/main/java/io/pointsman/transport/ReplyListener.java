/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.pointsman.codecs.AdminReplyDecoder;
import io.pointsman.codecs.CapacityNoticeDecoder;
import io.pointsman.codecs.ConnectAckDecoder;
import io.pointsman.codecs.ConnectRefusedDecoder;
import io.pointsman.codecs.ControlBroadcastDecoder;
import io.pointsman.codecs.PolicyUpdateDecoder;
import io.pointsman.codecs.RankUpdateDecoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RequestRefusedDecoder;
import io.pointsman.codecs.RouteDecisionDecoder;
import io.pointsman.codecs.RouteRejectDecoder;

/**
 * Takes what the coordinator says to a frontend, checked by {@link ReplyAdapter}. Decoders are valid during the call
 * only; enumerated fields hold known values. Called by the thread that polls.
 */
public interface ReplyListener {
    /**
     * The frontend is connected.
     *
     * @param connectAck the message.
     */
    void onConnectAck(ConnectAckDecoder connectAck);

    /**
     * A rank was chosen.
     *
     * @param routeDecision the message.
     */
    void onRouteDecision(RouteDecisionDecoder routeDecision);

    /**
     * No rank was chosen.
     *
     * @param routeReject the message.
     */
    void onRouteReject(RouteRejectDecoder routeReject);

    /**
     * A model's ranks have room again.
     *
     * @param capacityNotice the message.
     */
    void onCapacityNotice(CapacityNoticeDecoder capacityNotice);

    /**
     * A rank is as told; name comes before modelName.
     *
     * @param rankUpdate the message.
     */
    void onRankUpdate(RankUpdateDecoder rankUpdate);

    /**
     * The policy changed.
     *
     * @param policyUpdate the message.
     */
    void onPolicyUpdate(PolicyUpdateDecoder policyUpdate);

    /**
     * A control signal for the engines.
     *
     * @param controlBroadcast the message.
     */
    void onControlBroadcast(ControlBroadcastDecoder controlBroadcast);

    /**
     * The frontend is not connected.
     *
     * @param connectRefused the message.
     */
    void onConnectRefused(ConnectRefusedDecoder connectRefused);

    /**
     * A registration was refused.
     *
     * @param requestRefused the message.
     */
    void onRequestRefused(RequestRefusedDecoder requestRefused);

    /**
     * An administrator's message was carried out or refused.
     *
     * @param adminReply the message.
     */
    void onAdminReply(AdminReplyDecoder adminReply);

    /**
     * A message was refused by the checks.
     *
     * @param code    why.
     * @param value   what was met.
     * @param allowed what is allowed.
     */
    void onRefused(RejectCode code, long value, long allowed);
}

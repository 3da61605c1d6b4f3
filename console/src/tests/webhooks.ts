/** A team's webhooks and deliveries at the service, and what is sent to change them. */

import type { Webhook, WebhookDeliveryDetail } from "../service/records";
import { aDelivery, aWebhook } from "./records";
import { envelope, http, service } from "./service";
import { type Sent, serveTeam } from "./team";

const SECRET = "whsec_shown_once";

/** Answers for webhooks and what became of their deliveries. Returns what is sent to them, as it comes. */
export function serveWebhooks(webhooks: Webhook[], deliveries: WebhookDeliveryDetail[]): Sent[] {
  serveTeam([]);
  const sent: Sent[] = [];
  let present = webhooks;
  let log = deliveries;
  const webhookOf = (id: string) => present.find((webhook) => webhook.id === id) ?? aWebhook("Unknown");
  const deliveryOf = (id: string) => log.find((delivery) => delivery.id === id) ?? aDelivery(id, "failed");
  service.use(
    http.get("/qsi/gather/webhooks", ({ response }) =>
      response(200).json(envelope({ webhooks: present, pagination: null })),
    ),
    http.post("/qsi/gather/webhooks", async ({ request, response }) => {
      const body = await request.json();
      sent.push({ what: "add", body });
      const made = aWebhook(body.description ?? "new", { urls: body.urls, events: body.events });
      present = [...present, made];
      return response(201).json(envelope({ webhook: { ...made, secret: SECRET } }));
    }),
    http.patch("/qsi/gather/webhooks/{id}", async ({ params, request, response }) => {
      const { isActive = true, ...body } = (await request.json()) ?? {};
      sent.push({ what: "change", body: { isActive, ...body } });
      present = present.map((each) => (each.id === params.id ? { ...each, isActive } : each));
      return response(200).json(envelope({ webhook: webhookOf(params.id) }));
    }),
    http.delete("/qsi/gather/webhooks/{id}", ({ params, response }) => {
      sent.push({ what: "remove", body: params.id });
      present = present.filter(({ id }) => id !== params.id);
      return response(200).json(envelope({ webhook: { id: params.id } }));
    }),
    http.post("/qsi/gather/webhooks/{id}/rotate-secret", async ({ params, request, response }) => {
      sent.push({ what: "secret", body: await request.json() });
      return response(200).json(envelope({ webhook: { ...webhookOf(params.id), secret: SECRET } }));
    }),
    http.post("/qsi/gather/webhooks/{id}/redeliver", async ({ request, response }) => {
      sent.push({ what: "repeat", body: await request.json() });
      return response(202).json(envelope({ count: 3 }));
    }),
    http.get("/qsi/gather/webhook-deliveries", ({ query, response }) => {
      const status = query.get("status");
      const shown = log.filter((each) => status === null || each.status === status);
      return response(200).json(envelope({ webhookDeliveries: shown, pagination: null }));
    }),
    http.get("/qsi/gather/webhook-deliveries/{id}", ({ params, response }) => {
      const delivery = log.find(({ id }) => id === params.id);
      return delivery === undefined
        ? response.untyped(Response.json({}, { status: 404 }))
        : response(200).json(envelope({ delivery }));
    }),
    http.post("/qsi/gather/webhook-deliveries/{id}/redeliver", ({ params, response }) => {
      sent.push({ what: "redeliver", body: params.id });
      const again = { ...deliveryOf(params.id), id: "again", redeliveryOf: params.id };
      const delivery = { ...again, status: "completed" as const, errorResponse: null };
      log = [delivery, ...log];
      return response(202).json(envelope({ delivery }));
    }),
    http.post("/qsi/gather/webhooks/{id}/test", async ({ request, response }) => {
      sent.push({ what: "test", body: await request.json() });
      return response(202).json(envelope({ delivery: deliveryOf("arrived") }));
    }),
  );
  return sent;
}

/** `waiting`: not sent yet, or to be retried. `failed`: not sent again unless an admin requests it. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** `waiting` has been sent in vain, or not yet; `failed` is not sent any more, unless somebody asks for it. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

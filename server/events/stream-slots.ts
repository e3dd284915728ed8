import { HttpError } from '../errors/http-error.ts'

export interface StreamLimits {
  perAccount: number
  perAddress: number
}

/** Default limits. A browser opens one stream for all its tabs, and all users of an office may share one address. */
export const STREAM_LIMITS: StreamLimits = { perAccount: 20, perAddress: 100 }

const RETRY_AFTER_SECONDS = 30

/** Reserves a slot and returns a function that releases it. Throws `TOO_MANY_REQUESTS`. */
export type AcquireStreamSlot = (account: string, address: string) => () => void

export function createStreamSlots(caps: StreamLimits): AcquireStreamSlot {
  const open = new Map<string, number>()
  const add = (key: string, delta: number) => {
    const count = (open.get(key) ?? 0) + delta
    if (count > 0) open.set(key, count)
    else open.delete(key)
  }
  return (account, address) => {
    const limits = [
      { key: `account ${account}`, max: caps.perAccount, source: 'this account' },
      { key: `address ${address}`, max: caps.perAddress, source: 'your network' },
    ]
    for (const { key, max, source } of limits) {
      if ((open.get(key) ?? 0) < max) continue
      const message = `Too many live streams are open from ${source}. Close one, or wait.`
      throw new HttpError('TOO_MANY_REQUESTS', message, undefined, RETRY_AFTER_SECONDS)
    }
    for (const { key } of limits) add(key, 1)
    let isCounted = true
    return () => {
      if (isCounted) for (const { key } of limits) add(key, -1)
      isCounted = false
    }
  }
}

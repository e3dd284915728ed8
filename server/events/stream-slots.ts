import { Refusal } from '../errors.ts'

/** How many live streams may be open at once, in one process. */
export interface StreamCaps {
  ofAccount: number
  fromAddress: number
}

/** A browser opens one, whatever its number of tabs; an address may be that of an office. */
export const STREAM_CAPS: StreamCaps = { ofAccount: 20, fromAddress: 100 }

/** When who was refused may ask again, in seconds. */
const RETRY_SECONDS = 30

/** Counts what is open: takes a place and answers how to give it back. Throws `TOO_MANY_REQUESTS`. */
export type TakeSlot = (account: string, address: string) => () => void

export function createSlots(caps: StreamCaps): TakeSlot {
  const open = new Map<string, number>()
  const add = (key: string, by: number) => {
    const count = (open.get(key) ?? 0) + by
    if (count > 0) open.set(key, count)
    else open.delete(key)
  }
  return (account, address) => {
    const taken = [
      { key: `account ${account}`, most: caps.ofAccount, whose: 'this account' },
      { key: `address ${address}`, most: caps.fromAddress, whose: 'your network' },
    ]
    for (const { key, most, whose } of taken) {
      if ((open.get(key) ?? 0) < most) continue
      const sentence = `Too many live streams of ${whose} are open. Please close one, or wait.`
      throw new Refusal('TOO_MANY_REQUESTS', sentence, undefined, RETRY_SECONDS)
    }
    for (const { key } of taken) add(key, 1)
    let isTaken = true
    return () => {
      if (isTaken) for (const { key } of taken) add(key, -1)
      isTaken = false
    }
  }
}

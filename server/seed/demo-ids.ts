import { UUID } from 'uuidv7'

/** Returns a generator of UUIDv7s that differ between seedings only in their time: the random part is a counter. */
export function createDemoIdGenerator(): (at: Date) => string {
  let count = 0
  return (at) => {
    count++
    const spread = Math.imul(count, 0x9e3779b1) >>> 0
    return UUID.fromFieldsV7(
      at.getTime(),
      count & 0xfff,
      spread & 0x3fffffff,
      Math.imul(spread, 0x85ebca6b) >>> 0,
    ).toString()
  }
}

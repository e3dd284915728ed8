import { UUID } from 'uuidv7'

/** Creates a generator of UUIDv7s whose random part is a counter. Between two seedings, only the times of the ids differ. */
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

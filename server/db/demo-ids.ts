import { UUID } from 'uuidv7'

/** Makes UUIDv7s that are the same at every seeding but for their time: the chance in them is counted, not drawn. */
export function demoIds(): (at: Date) => string {
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

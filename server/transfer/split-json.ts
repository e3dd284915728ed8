import { setImmediate } from 'node:timers/promises'
import { concatYielding } from '../util/yielding.ts'

const SCAN_BATCH_BYTES = 512 * 1024

const [QUOTE, ESCAPE, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Split JSON object: its text with one list emptied, and the byte ranges of that list's items. */
export interface SplitJson {
  readonly rest: Buffer
  readonly items: readonly { readonly start: number; readonly end: number }[]
}

/**
 * Splits the first list under a key of a JSON object into items without parsing them. One `JSON.parse` of 100 MB would block the
 * process for seconds. Invalid JSON is detected when the items are parsed. Returns the whole text without items if there is no
 * such list. Returns undefined if there are more items than the limit.
 */
export async function splitJson(
  bytes: Buffer,
  key: string,
  maxItems: number,
  signal: AbortSignal,
): Promise<SplitJson | undefined> {
  const keyBytes = Buffer.from(JSON.stringify(key))
  const items: { start: number; end: number }[] = []
  let [depth, inString, stringAt, itemStart, itemAt] = [0, false, 0, -1, 0]
  /** Whether the last key of the outermost object was `key`, followed only by a colon and spaces so far. */
  let isNext = false
  const addItem = (end: number) => {
    let [from, to] = [itemAt, end]
    while (from < to && isSpace(bytes[from]!)) from += 1
    while (to > from && isSpace(bytes[to - 1]!)) to -= 1
    items.push({ start: from, end: to })
  }
  let nextYieldAt = 0
  for (let at = 0; at < bytes.length; at++) {
    // The interval is not exact, because escape sequences are skipped.
    if (at >= nextYieldAt) {
      nextYieldAt = at + SCAN_BATCH_BYTES
      signal.throwIfAborted()
      await setImmediate()
    }
    const byte = bytes[at]!
    if (inString) {
      if (byte === ESCAPE) at += 1
      else if (byte === QUOTE) {
        inString = false
        isNext = depth === 1 && itemStart < 0 && bytes.subarray(stringAt, at + 1).equals(keyBytes)
      }
      continue
    }
    if (byte === QUOTE) {
      ;[inString, stringAt, isNext] = [true, at, false]
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      if (isNext && byte === OPEN_LIST) {
        itemStart = at
        itemAt = at + 1
      }
      isNext = false
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth -= 1
      if (itemStart >= 0 && depth === 1) {
        addItem(at)
        // A single empty item means an empty list.
        if (items.length === 1 && items[0]!.start === items[0]!.end) items.pop()
        return { rest: await concatYielding([bytes.subarray(0, itemStart + 1), bytes.subarray(at)]), items }
      }
    } else if (byte === COMMA) {
      if (itemStart >= 0 && depth === 2) {
        addItem(at)
        if (items.length >= maxItems) return undefined
        itemAt = at + 1
      }
      isNext = false
    } else if (byte !== COLON && !isSpace(byte)) isNext = false
  }
  return { rest: bytes, items: [] }
}

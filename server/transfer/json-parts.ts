import { setImmediate } from 'node:timers/promises'

/** So many bytes are looked through before others get their turn: a few milliseconds. */
const LOOKED_AT_ONCE = 512 * 1024

const [QUOTE, ESCAPE, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** A JSON object apart: the text of all of it with one of its lists empty, and where each item of that list stands. */
export interface JsonParts {
  readonly rest: Buffer
  readonly items: readonly { readonly start: number; readonly end: number }[]
}

/**
 * Takes the first list under a key of a JSON object apart, without reading what is in it: one `JSON.parse` of 100 MB would hold
 * the process for seconds. What is no JSON shows when the parts are parsed. Answers the whole as `rest` where there is no such
 * list; undefined for more items than `most`.
 */
export async function splitJson(
  bytes: Buffer,
  key: string,
  most: number,
  signal: AbortSignal,
): Promise<JsonParts | undefined> {
  const wanted = Buffer.from(JSON.stringify(key))
  const items: { start: number; end: number }[] = []
  let [depth, inString, stringAt, begun, itemAt] = [0, false, 0, -1, 0]
  /** The last key of the outermost object was the wanted one, and only a colon and space came since. */
  let isNext = false
  const keep = (end: number) => {
    let [from, to] = [itemAt, end]
    while (from < to && isSpace(bytes[from]!)) from += 1
    while (to > from && isSpace(bytes[to - 1]!)) to -= 1
    items.push({ start: from, end: to })
  }
  let turnAt = 0
  for (let at = 0; at < bytes.length; at++) {
    // What is escaped is stepped over: there is no place that is come to for sure.
    if (at >= turnAt) {
      turnAt = at + LOOKED_AT_ONCE
      signal.throwIfAborted()
      await setImmediate()
    }
    const byte = bytes[at]!
    if (inString) {
      if (byte === ESCAPE) at += 1
      else if (byte === QUOTE) {
        inString = false
        isNext = depth === 1 && begun < 0 && bytes.subarray(stringAt, at + 1).equals(wanted)
      }
      continue
    }
    if (byte === QUOTE) {
      ;[inString, stringAt, isNext] = [true, at, false]
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      if (isNext && byte === OPEN_LIST) {
        begun = at
        itemAt = at + 1
      }
      isNext = false
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth -= 1
      if (begun >= 0 && depth === 1) {
        keep(at)
        // Of an empty list that is no item.
        if (items.length === 1 && items[0]!.start === items[0]!.end) items.pop()
        return { rest: Buffer.concat([bytes.subarray(0, begun + 1), bytes.subarray(at)]), items }
      }
    } else if (byte === COMMA) {
      if (begun >= 0 && depth === 2) {
        keep(at)
        if (items.length >= most) return undefined
        itemAt = at + 1
      }
      isNext = false
    } else if (byte !== COLON && !isSpace(byte)) isNext = false
  }
  return { rest: bytes, items: [] }
}

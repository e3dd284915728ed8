import { describe, expect, test } from 'vitest'
import { webmOf } from '../../../../src/ui/viewer/extras/webm.ts'

/** The elements of a WebM file by their ids, one after another, those within others where `into` names them. */
function read(bytes: Uint8Array, into: readonly number[]): [id: string, content: Uint8Array][] {
  const found: [string, Uint8Array][] = []
  for (let at = 0; at < bytes.length; ) {
    const width = Math.clz32(bytes[at]!) - 23
    const id = [...bytes.subarray(at, at + width)].reduce((sum, byte) => sum * 256 + byte, 0)
    at += width
    const length = [...bytes.subarray(at + 1, at + 8)].reduce((sum, byte) => sum * 256 + byte, 0)
    expect(bytes[at]).toBe(1)
    const content = bytes.subarray(at + 8, at + 8 + length)
    expect(content.length).toBe(length)
    found.push([id.toString(16), content], ...(into.includes(id) ? read(content, into) : []))
    at += 8 + length
  }
  return found
}

const HOLDERS = [0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1f43b675]
const numberIn = (content: Uint8Array) => [...content].reduce((sum, byte) => sum * 256 + byte, 0)

describe('a film as WebM', () => {
  const facts = { codec: 'V_VP8', width: 640, height: 300, duration: 400 }
  const frame = (at: number, isKey = false) => ({ at, isKey, data: Uint8Array.of(1, 2, 3) })
  const told = (frames: Parameters<typeof webmOf>[1]) => read(webmOf(facts, frames), HOLDERS)

  test('says what it is, how large and how long', () => {
    const elements = new Map(told([frame(0, true)]))
    expect(new TextDecoder().decode(elements.get('4282'))).toBe('webm')
    expect(new TextDecoder().decode(elements.get('86'))).toBe('V_VP8')
    expect([numberIn(elements.get('b0')!), numberIn(elements.get('ba')!)]).toEqual([640, 300])
    expect(new DataView(elements.get('4489')!.slice().buffer).getFloat64(0)).toBe(400)
  })

  test('begins a cluster at each picture that stands by itself, and tells when each is shown', () => {
    const elements = told([frame(0, true), frame(33.3), frame(300), frame(400, true), frame(31_000)])
    const clusters = elements.flatMap(([id, content]) => (id === 'e7' ? [numberIn(content)] : []))
    const blocks = elements.flatMap(([id, content]) => (id === 'a3' ? [[...content]] : []))
    expect(clusters).toEqual([0, 400, 31_000])
    expect(blocks).toEqual([
      [0x81, 0, 0, 0x80, 1, 2, 3],
      [0x81, 0, 33, 0, 1, 2, 3],
      [0x81, 1, 44, 0, 1, 2, 3],
      [0x81, 0, 0, 0x80, 1, 2, 3],
      [0x81, 0, 0, 0, 1, 2, 3],
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { createEvents } from '../../../server/events/bus.ts'
import type { AssetEvent } from '../../../src/api/contract/events.ts'
import { publish } from '../../support/events.ts'

const event = (id: string): AssetEvent => ({ key: 'asset.v1.updated', id, at: '2026-03-02T09:00:00.000Z' })

describe('the bus', () => {
  test('tells everyone who watches, until they leave or it closes', () => {
    const bus = createEvents()
    const [one, other]: [string[], string[]] = [[], []]
    const watch = (got: string[]) =>
      bus.watch({ onEvents: () => got.push(`${bus.last}`), onEnd: () => got.push('end') })
    const leave = watch(one)
    watch(other)
    publish(bus, event('a'))
    leave()
    publish(bus, event('b'))
    bus.close()
    publish(bus, event('c'))
    expect([one, other]).toEqual([['1'], ['1', '2', 'end', '3']])
  })

  test('tells what came after a place, in parts, and of a gap where it does not know any more', () => {
    const bus = createEvents(3)
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) publish(bus, event(id))
    const missedAfter = (id: string) => {
      const place = bus.placeOf(id)
      const missed = place === 'gap' ? place : bus.after(place, 2)
      return missed === 'gap' ? missed : missed.map(({ event: { id } }) => id)
    }
    expect(['1', '2', '3', '4', '5', '6', '7'].map(missedAfter)).toEqual([
      'gap',
      'gap',
      'gap',
      ['e', 'f'],
      ['f', 'g'],
      ['g'],
      [],
    ])
    for (const odd of ['another-5', 'nonsense', '8', '-1', '1e0', '', '0x7', '7.0', '99999999999999999999'])
      expect([odd, missedAfter(odd)]).toEqual([odd, 'gap'])
  })

  test('passes over what it knows, and knows nothing of what was before a hole', () => {
    const bus = createEvents()
    bus.beginAfter(5)
    expect([bus.last, bus.after(5, 10), bus.after(4, 10)]).toEqual([5, [], 'gap'])
    const numbered = (number: number) => ({ number, event: event(String(number)) })
    bus.take([numbered(6), numbered(7)])
    bus.take([numbered(6), numbered(7), numbered(8)])
    const numbers = (place: number) => {
      const read = bus.after(place, 10)
      return read === 'gap' ? read : read.map(({ number }) => number)
    }
    expect([numbers(5), numbers(7)]).toEqual([[6, 7, 8], [8]])
    bus.take([numbered(20)])
    expect([numbers(7), numbers(18), numbers(19), bus.last]).toEqual(['gap', 'gap', [20], 20])
  })
})

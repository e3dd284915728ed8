import { describe, expect, test } from 'vitest'
import { type ActorRefFrom, createActor } from 'xstate'
import { entryMachine } from '../../src/machines/entry.machine.ts'
import { queueMachine } from '../../src/machines/queue.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { standInFor } from '../support/model/stand-in.ts'
import { queueModels } from './queue.model.ts'

followsRecord('queue', queueModels)

describe('a queue with its entries', () => {
  test('five ready entries are made three at a time, in their order, and one that is refused holds nobody up', () => {
    const { ask, being, hears } = start('a', 'b', 'c', 'd', 'e')
    ask()
    expect(being('sending')).toEqual(['a', 'b', 'c'])
    hears('b', { type: 'form.refused' })
    hears('a', made)
    expect(being('sending')).toEqual(['c', 'd', 'e'])
    for (const id of ['c', 'd', 'e']) hears(id, made)
    expect([being('made'), being('refused'), being('idle')]).toEqual([['a', 'c', 'd', 'e'], ['b'], []])
  })

  test('asking once more takes up what was refused, and never makes again what was made', () => {
    const { ask, being, hears } = start('a', 'b')
    ask()
    hears('a', made)
    hears('b', { type: 'form.refused' })
    ask()
    expect([being('sending'), being('made')]).toEqual([['b'], ['a']])
  })

  test('asking twice, or while it is making, makes nothing twice and nothing more', () => {
    const { ask, being, hears } = start('a', 'b')
    hears('b', { type: 'parts.lacking' })
    ask()
    ask()
    hears('b', { type: 'parts.completed' })
    ask()
    expect(being('sending')).toEqual(['a'])
    hears('a', made)
    expect([being('sending'), being('idle')]).toEqual([[], ['b']])
  })

  test('one that lacks something by the time its turn comes is passed over', () => {
    const { ask, being, hears } = start('a', 'b', 'c', 'd', 'e')
    ask()
    hears('d', { type: 'parts.lacking' })
    hears('d', { type: 'parts.completed' })
    hears('a', made)
    expect([being('sending'), being('idle')]).toEqual([['b', 'c', 'e'], ['d']])
  })

  test('one that is discarded while it is made, or waits for it, gives its turn on', () => {
    const { queue, ask, being, hears } = start('a', 'b', 'c', 'd', 'e')
    ask()
    hears('d', { type: 'entry.discarded' })
    hears('a', { type: 'entry.discarded' })
    expect([being('sending'), being('waiting')]).toEqual([['b', 'c', 'e'], []])
    for (const id of ['b', 'c', 'e']) hears(id, made)
    expect(queue.getSnapshot().value).toEqual({ several: 'editing' })
  })

  test('one that was removed runs no more, and when the last goes there is none', async () => {
    const { queue, entryOf } = start('a', 'b')
    const entries = [entryOf('a'), entryOf('b')]
    queue.send({ type: 'queue.discarded' })
    for (const entry of entries) {
      expect(entry.getSnapshot().matches('discarding')).toBe(true)
      entry.getSnapshot().children['clearDraft']?.send({ type: 'answered' } as never)
    }
    const { value, children } = queue.getSnapshot()
    const running = Object.entries(children).filter(([, child]) => child?.getSnapshot().status === 'active')
    expect([value, running]).toEqual(['single', []])
    expect(entries.map((entry) => entry.getSnapshot().status)).toEqual(['done', 'done'])
  })
})

const made = { type: 'form.submitted', asset: { id: 'a1', name: 'Boot' } } as const

/** A queue of such entries, all of them ready; their forms and uploads stand still. */
function start(...ids: string[]) {
  const entry = entryMachine.provide({ actors: standInFor(entryMachine) } as never)
  const queue = createActor(queueMachine.provide({ actors: { ...standInFor(queueMachine), entry } as never })).start()
  queue.getSnapshot().children['readQueue']?.send({ type: 'answered', output: [] } as never)
  queue.send({ type: 'models.added', models: ids.map((id) => ({ id })) })
  type Entry = ActorRefFrom<typeof entryMachine>
  const entries = queue.getSnapshot().context.entries as readonly Entry[]
  const entryOf = (id: string) => entries.find((one) => one.id === id)!
  for (const one of entries) one.send({ type: 'parts.completed' })
  const isAt = (one: Entry, state: string) => {
    const { value } = one.getSnapshot()
    return JSON.stringify(value).includes(`"${state}"`)
  }
  return {
    queue,
    entryOf,
    ask: () => queue.send({ type: 'making.requested' }),
    hears: (id: string, event: Parameters<Entry['send']>[0]) => entryOf(id).send(event),
    being: (state: string) => entries.filter((one) => isAt(one, state)).map(({ id }) => id),
  }
}

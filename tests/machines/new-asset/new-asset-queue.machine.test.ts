import { describe, expect, test } from 'vitest'
import { type ActorRefFrom, createActor } from 'xstate'
import { newAssetMachine } from '../../../src/machines/new-asset/new-asset.machine.ts'
import { newAssetQueueMachine } from '../../../src/machines/new-asset/new-asset-queue.machine.ts'
import { createActorStubs } from '../../support/model/actor-stub.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { newAssetQueueModels } from './new-asset-queue.model.ts'

describeMachine('new-asset-queue', newAssetQueueModels)

describe('queue with entries', () => {
  test('creates five assets in the order of the queue, three at a time, and continues after a refusal', () => {
    const { requestCreation, entriesIn, sendTo } = start('a', 'b', 'c', 'd', 'e')
    requestCreation()
    expect(entriesIn('submitting')).toEqual(['a', 'b', 'c'])
    sendTo('b', { type: 'form.rejected' })
    sendTo('a', formSubmitted)
    expect(entriesIn('submitting')).toEqual(['c', 'd', 'e'])
    for (const id of ['c', 'd', 'e']) sendTo(id, formSubmitted)
    expect([entriesIn('created'), entriesIn('rejected'), entriesIn('idle')]).toEqual([['a', 'c', 'd', 'e'], ['b'], []])
  })

  test('retries refused entries on the next request and never recreates finished ones', () => {
    const { requestCreation, entriesIn, sendTo } = start('a', 'b')
    requestCreation()
    sendTo('a', formSubmitted)
    sendTo('b', { type: 'form.rejected' })
    requestCreation()
    expect([entriesIn('submitting'), entriesIn('created')]).toEqual([['b'], ['a']])
  })

  test('creates each complete entry only once when creation is requested repeatedly', () => {
    const { requestCreation, entriesIn, sendTo } = start('a', 'b')
    sendTo('b', { type: 'input.invalidated' })
    requestCreation()
    requestCreation()
    sendTo('b', { type: 'input.completed' })
    requestCreation()
    expect(entriesIn('submitting')).toEqual(['a'])
    sendTo('a', formSubmitted)
    expect([entriesIn('submitting'), entriesIn('idle')]).toEqual([[], ['b']])
  })

  test('skips an entry that became incomplete while it waited', () => {
    const { requestCreation, entriesIn, sendTo } = start('a', 'b', 'c', 'd', 'e')
    requestCreation()
    sendTo('d', { type: 'input.invalidated' })
    sendTo('d', { type: 'input.completed' })
    sendTo('a', formSubmitted)
    expect([entriesIn('submitting'), entriesIn('idle')]).toEqual([['b', 'c', 'e'], ['d']])
  })

  test('frees the slot of an entry that is discarded while it waits or is being created', () => {
    const { queue, requestCreation, entriesIn, sendTo } = start('a', 'b', 'c', 'd', 'e')
    requestCreation()
    sendTo('d', { type: 'entry.discarded' })
    sendTo('a', { type: 'entry.discarded' })
    expect([entriesIn('submitting'), entriesIn('queued')]).toEqual([['b', 'c', 'e'], []])
    for (const id of ['b', 'c', 'e']) sendTo(id, formSubmitted)
    expect(queue.getSnapshot().value).toEqual({ multiple: 'editing' })
  })

  test('stops all entries when the queue is discarded, and becomes empty', async () => {
    const { queue, entryOf } = start('a', 'b')
    const entries = [entryOf('a'), entryOf('b')]
    queue.send({ type: 'queue.discarded' })
    for (const entry of entries) {
      expect(entry.getSnapshot().matches('discarding')).toBe(true)
      entry.getSnapshot().children['clearDraft']?.send({ type: 'succeeded' } as never)
    }
    const { value, children } = queue.getSnapshot()
    const runningChildren = Object.entries(children).filter(([, child]) => child?.getSnapshot().status === 'active')
    expect([value, runningChildren]).toEqual(['single', []])
    expect(entries.map((entry) => entry.getSnapshot().status)).toEqual(['done', 'done'])
  })
})

const formSubmitted = { type: 'form.submitted', asset: { id: 'a1', name: 'Boot' } } as const

function start(...ids: string[]) {
  const entry = newAssetMachine.provide({ actors: createActorStubs(newAssetMachine) } as never)
  const queue = createActor(
    newAssetQueueMachine.provide({ actors: { ...createActorStubs(newAssetQueueMachine), entry } as never }),
  ).start()
  queue.getSnapshot().children['readQueue']?.send({ type: 'succeeded', output: [] } as never)
  queue.send({ type: 'models.added', models: ids.map((id) => ({ id })) })
  type Entry = ActorRefFrom<typeof newAssetMachine>
  const entries = queue.getSnapshot().context.entries as readonly Entry[]
  const entryOf = (id: string) => entries.find((item) => item.id === id)!
  for (const item of entries) item.send({ type: 'input.completed' })
  const isAt = (item: Entry, state: string) => {
    const { value } = item.getSnapshot()
    return JSON.stringify(value).includes(`"${state}"`)
  }
  return {
    queue,
    entryOf,
    requestCreation: () => queue.send({ type: 'creation.requested' }),
    sendTo: (id: string, event: Parameters<Entry['send']>[0]) => entryOf(id).send(event),
    entriesIn: (state: string) => entries.filter((item) => isAt(item, state)).map(({ id }) => id),
  }
}

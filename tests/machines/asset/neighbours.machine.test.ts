import { describe, expect, test } from 'vitest'
import { neighboursMachine } from '../../../src/machines/asset/neighbours.machine.ts'
import { neighboursOf } from '../../../src/machines/asset/neighbours.ts'
import { actorDone, actorFailed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { neighboursModels, pageWith, query } from './neighbours.model.ts'

describeMachine('neighbours', neighboursModels)

describe('neighbours', () => {
  const startMachine = () => {
    const walk = startMachineDriver(neighboursMachine, { input: { id: 'a' } })
    walk.trigger({ type: 'list.found', query, page: pageWith(1, 'a', 'b', 'c') })
    return walk
  }
  const afterIn = ({ actor }: ReturnType<typeof startMachine>) => {
    const { trail, id } = actor.getSnapshot().context
    return neighboursOf(trail, id)?.after?.id
  }

  test('load the next page before the last row of a page is reached', () => {
    const walk = startMachine()
    expect(walk.actor.getSnapshot().value).toBe('settled')
    walk.trigger({ type: 'item.shown', id: 'b' })
    expect(walk.actor.getSnapshot().value).toBe('loading')
    walk.trigger(actorDone('loadPage', pageWith(2, 'd', 'e')))
    walk.trigger({ type: 'item.shown', id: 'c' })
    expect(afterIn(walk)).toBe('d')
  })

  test('retry a failed load with the next navigation', () => {
    const walk = startMachine()
    walk.trigger({ type: 'item.shown', id: 'c' })
    walk.trigger(actorFailed('loadPage', new Error('gone')))
    expect([walk.actor.getSnapshot().value, afterIn(walk)]).toEqual(['failed', undefined])
    walk.trigger({ type: 'item.shown', id: 'b' })
    expect([walk.actor.getSnapshot().value, afterIn(walk)]).toEqual(['loading', 'c'])
  })
})

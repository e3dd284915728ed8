import { describe, expect, test } from 'vitest'
import { neighboursMachine } from '../../src/machines/neighbours.machine.ts'
import { neighboursOf } from '../../src/machines/rules/neighbours.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails, startWalk } from '../support/walk.ts'
import { neighboursModels, pageWith, query } from './neighbours.model.ts'

followsRecord('neighbours', neighboursModels)

describe('neighbours', () => {
  const begin = () => {
    const walk = startWalk(neighboursMachine, { input: { id: 'a' } })
    walk.happens({ type: 'trail.found', query, page: pageWith(1, 'a', 'b', 'c') })
    return walk
  }
  const afterIn = ({ actor }: ReturnType<typeof begin>) => {
    const { trail, id } = actor.getSnapshot().context
    return neighboursOf(trail, id)?.after?.id
  }

  test('of the last row of a page are there before anybody wants to go on', () => {
    const walk = begin()
    expect(walk.actor.getSnapshot().value).toBe('settled')
    walk.happens({ type: 'thing.shown', id: 'b' })
    expect(walk.actor.getSnapshot().value).toBe('loading')
    walk.happens(answers('loadPage', pageWith(2, 'd', 'e')))
    walk.happens({ type: 'thing.shown', id: 'c' })
    expect(afterIn(walk)).toBe('d')
  })

  test('that did not come are asked for again with the next step', () => {
    const walk = begin()
    walk.happens({ type: 'thing.shown', id: 'c' })
    walk.happens(fails('loadPage', new Error('gone')))
    expect([walk.actor.getSnapshot().value, afterIn(walk)]).toEqual(['failed', undefined])
    walk.happens({ type: 'thing.shown', id: 'b' })
    expect([walk.actor.getSnapshot().value, afterIn(walk)]).toEqual(['loading', 'c'])
  })
})

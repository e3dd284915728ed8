import { describe, expect, test } from 'vitest'
import { newsMachine } from '../../src/machines/news.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { startWalk, waits } from '../support/walk.ts'
import { change, newsModels } from './news.model.ts'

followsRecord('news', newsModels)

describe('news', () => {
  test('that were being gathered when rows were asked for are in those rows', () => {
    const walk = startWalk(newsMachine)
    walk.happens({ type: 'change.heard', news: change })
    walk.happens({ type: 'rows.requested' })
    walk.happens({ type: 'change.heard', news: 'gap' })
    walk.happens(waits('gathering', 'news.gathering'))
    expect(walk.actor.getSnapshot().context.told).toEqual({ events: [], hasGap: true })
  })
})

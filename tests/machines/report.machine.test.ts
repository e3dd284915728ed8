import { describe, expect, test } from 'vitest'
import { reportMachine } from '../../src/machines/report.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails, startWalk } from '../support/walk.ts'
import { input, report, reportModels } from './report.model.ts'

followsRecord('report', reportModels)

describe('a report', () => {
  test('one that failed can be asked for again, and begins at its beginning', () => {
    const walk = startWalk(reportMachine, { input })
    walk.happens({ type: 'reading.progressed', share: 0.5 })
    walk.happens(fails('makeReport', new Error('gone')))
    walk.happens({ type: 'reading.requested' })
    expect(walk.actor.getSnapshot().context.share).toBe(0)
    walk.happens(answers('makeReport', report))
    expect(walk.actor.getSnapshot().context.report).toBe(report)
  })
})

import { describe, expect, test } from 'vitest'
import { reportMachine } from '../../src/machines/report.machine.ts'
import type { ModelReport } from '../../src/machines/rules/model-report.ts'
import { answers, fails, startWalk, walkEveryPath } from '../support/walk.ts'

const input = { file: new File(['1'], 'boot.glb') }
const report: ModelReport = { counts: { error: 0, warning: 0, info: 0, hint: 0 }, findings: [], isCut: false }

describe('a report', () => {
  walkEveryPath(reportMachine, {
    input,
    happenings: [
      { type: 'reading.progressed', share: 0.5 },
      { type: 'reading.requested' },
      answers('makeReport', report),
      fails('makeReport', new Error('gone')),
    ],
    sees: (context) => [context.share, context.report !== null],
    check: ({ actor }) => {
      const { context, value } = actor.getSnapshot()
      expect(context.report !== null).toBe(value === 'shown')
    },
  })

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

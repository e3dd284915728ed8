import { expect, test } from 'vitest'
import { readReport } from '../../../src/machines/rules/model-report.ts'

const issues = { numErrors: 0, numWarnings: 0, numInfos: 0, numHints: 0, messages: [], truncated: false }

test('the same finding at several places is told once, the gravest findings first', () => {
  const far = { code: 'ACCESSOR_INDEX_OOB', message: 'Indices out of bounds.', severity: 0 }
  const unused = { code: 'UNUSED_OBJECT', message: 'This object may be unused.', severity: 2 }
  const report = readReport({
    issues: {
      ...issues,
      numErrors: 2,
      numInfos: 1,
      messages: [
        { ...unused, pointer: '/nodes/3' },
        { ...far, pointer: '/accessors/1' },
        { ...far, pointer: '/accessors/4' },
      ],
    },
  })
  expect(report).toEqual({
    counts: { error: 2, warning: 0, info: 1, hint: 0 },
    findings: [
      { code: far.code, message: far.message, severity: 'error', places: ['/accessors/1', '/accessors/4'] },
      { code: unused.code, message: unused.message, severity: 'info', places: ['/nodes/3'] },
    ],
    isCut: false,
  })
})

test('what is found at a byte is told by its offset, and a list that was cut says so', () => {
  const messages = [{ code: 'GLB_CHUNK_TOO_BIG', message: 'Chunk is too big.', severity: 0, offset: 12 }]
  const { findings, isCut } = readReport({ issues: { ...issues, messages, truncated: true } })
  expect([findings[0]?.places, isCut]).toEqual([['@12'], true])
})

import { expect, test } from 'vitest'
import type { HttpCall } from '../../src/api/http.ts'
import { trackLocalJobs } from '../../src/api/local-jobs.ts'

const job = (id: string, status: string) => ({ id, kind: 'icon', status, attempts: 0 })
const call = (method: string) => ({ endpoint: { method } }) as HttpCall

async function reportedJobs(responses: readonly unknown[], method = 'POST') {
  const left = [...responses]
  const { http, localJobs } = trackLocalJobs(async () => left.shift())
  const reports: [string, boolean][] = []
  localJobs((id, isAlive) => reports.push([id, isAlive]))
  for (const response of responses) expect(await http(call(method))).toBe(response)
  return reports
}

test('finds a job in the response, its field `job` or its `jobId`, and marks failed jobs', async () => {
  expect(
    await reportedJobs([
      job('a', 'queued'),
      { asset: { id: 'x' }, job: job('b', 'running') },
      { jobId: 'c' },
      job('a', 'failed'),
    ]),
  ).toEqual([
    ['a', true],
    ['b', true],
    ['c', true],
    ['a', false],
  ])
})

test('reports no job for a response without a job, a list of jobs, or a GET call', async () => {
  expect(await reportedJobs([undefined, null, 'text', { id: 'asset' }, { data: [job('a', 'queued')] }])).toEqual([])
  expect(await reportedJobs([job('a', 'queued')], 'GET')).toEqual([])
})

test('reports the jobs of earlier responses to the first listener only', async () => {
  const { http, localJobs } = trackLocalJobs(async () => job('a', 'queued'))
  await http(call('POST'))
  const reports: string[] = []
  localJobs((id) => reports.push(id))()
  localJobs((id) => reports.push(id))
  expect(reports).toEqual(['a'])
})

import { expect, test } from 'vitest'
import { createAskedJobs } from '../../src/api/asked-jobs.ts'
import type { HttpCall } from '../../src/api/http.ts'

const job = (id: string, status: string) => ({ id, kind: 'icon', status, attempts: 0 })
const call = (method: string) => ({ endpoint: { method } }) as HttpCall

async function told(answers: readonly unknown[], method = 'POST') {
  const left = [...answers]
  const { http, askedJobs } = createAskedJobs(async () => left.shift())
  const heard: [string, boolean][] = []
  askedJobs((id, isAlive) => heard.push([id, isAlive]))
  for (const answer of answers) expect(await http(call(method))).toBe(answer)
  return heard
}

test('a job is heard of whether the answer is one, has one or names one; one that was ended here is no more alive', async () => {
  expect(
    await told([
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

test('nothing else is taken for a job, and reading one asks for none', async () => {
  expect(await told([undefined, null, 'text', { id: 'asset' }, { data: [job('a', 'queued')] }])).toEqual([])
  expect(await told([job('a', 'queued')], 'GET')).toEqual([])
})

test('what was asked for before anybody listened is told to the first that does', async () => {
  const { http, askedJobs } = createAskedJobs(async () => job('a', 'queued'))
  await http(call('POST'))
  const heard: string[] = []
  askedJobs((id) => heard.push(id))()
  askedJobs((id) => heard.push(id))
  expect(heard).toEqual(['a'])
})

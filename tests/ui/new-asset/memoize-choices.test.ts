import { expect, test } from 'vitest'
import { memoizeLoadChoices } from '../../../src/ui/new-asset/memoize-choices.ts'

const signal = new AbortController().signal

test('concurrent callers share one request per search, even if one aborts; a failed request is repeated', async () => {
  const searches: string[] = []
  let isDown = true
  const load = memoizeLoadChoices(async (search, requestSignal) => {
    searches.push(search)
    if (requestSignal.aborted || (isDown && search === 'boot')) throw new Error('down')
    return { items: [{ id: search, label: search }], hasMore: false }
  })
  const first = new AbortController()
  first.abort()
  const both = await Promise.all([load('', first.signal), load('', signal)])
  expect(both.map(({ items }) => items.length)).toEqual([1, 1])
  await Promise.allSettled([load('boot', signal), load('boot', signal)])
  isDown = false
  expect((await load('boot', signal)).items).toEqual([{ id: 'boot', label: 'boot' }])
  expect(searches).toEqual(['', 'boot', 'boot'])
})

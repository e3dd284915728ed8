import { expect, test } from 'vitest'
import { askedOnce } from '../../../src/ui/new-asset/asked-once.ts'

const signal = new AbortController().signal

test('each search is asked once for all, also where who asked first gave it up; what failed is asked anew', async () => {
  const asked: string[] = []
  let isDown = true
  const load = askedOnce(async (search, own) => {
    asked.push(search)
    if (own.aborted || (isDown && search === 'boot')) throw new Error('down')
    return { items: [{ id: search, label: search }], hasMore: false }
  })
  const first = new AbortController()
  first.abort()
  const both = await Promise.all([load('', first.signal), load('', signal)])
  expect(both.map(({ items }) => items.length)).toEqual([1, 1])
  await Promise.allSettled([load('boot', signal), load('boot', signal)])
  isDown = false
  expect((await load('boot', signal)).items).toEqual([{ id: 'boot', label: 'boot' }])
  expect(asked).toEqual(['', 'boot', 'boot'])
})

// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { AssetCommand } from '../../../src/machines/rules/asset-commands.ts'
import { choiceOffers } from '../../../src/ui/asset/choice-offers.ts'
import { translateIn } from '../../support/translate.ts'
import { pageOf } from './support.tsx'

const tag = (tagId: string) => ({ tagId, name: `The ${tagId}`, color: 'lake', assetCount: 1 })
const application = (id: string) => ({
  id,
  name: `The ${id}`,
  ownerId: 'o',
  createdAt: '2026-11-01T08:00:00.000Z',
  assetCount: 3,
})
const place = { applicationId: 'quay', isVisible: true, position: 1 }

/** What is offered, with what it is done with, and what is done with the last of these. */
async function offered(...given: Parameters<typeof pageOf>) {
  const done: AssetCommand[] = []
  const offers = choiceOffers(pageOf(...given), translateIn('en'), (command) => done.push(command))
  const told: unknown[] = []
  for (const { label, choices, run } of offers) {
    const found = await choices!(new AbortController().signal)
    told.push([label, ...found.map((it) => it.label)])
    run()
    run(found.at(-1)!.id)
  }
  return { told, done }
}

test('tags that are there and that are not, and applications that it is not in, are offered each for what it is', async () => {
  const there = { tags: [tag('winter'), tag('kiln')], applications: [application('quay'), application('lane')] }
  const { told, done } = await offered({ tags: ['kiln'], applications: [place] }, there)
  expect(told).toEqual([
    ['Add tag…', 'The winter'],
    ['Remove tag…', 'The kiln'],
    ['Add to application…', 'The lane'],
  ])
  expect(done).toEqual([
    { do: 'tag', tagId: 'winter', isOn: true },
    { do: 'tag', tagId: 'kiln', isOn: false },
    { do: 'link', applicationId: 'lane' },
  ])
})

test('nothing is offered of which there is no choice', async () => {
  expect((await offered({}, {})).told).toEqual([])
})

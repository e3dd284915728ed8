// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { AssetCommand } from '../../../src/machines/asset/asset-commands.ts'
import { buildChoiceCommands } from '../../../src/ui/asset/choice-commands.ts'
import { createTranslateFor } from '../../support/translate.ts'
import { createAssetPage } from './support.tsx'

const tag = (tagId: string) => ({ tagId, name: `The ${tagId}`, color: 'lake', assetCount: 1 })
const application = (id: string) => ({
  id,
  name: `The ${id}`,
  ownerId: 'o',
  createdAt: '2026-11-01T08:00:00.000Z',
  assetCount: 3,
})
const membership = { applicationId: 'quay', isVisible: true, position: 1 }

/**
 * Runs each choice command, first without a choice and then with its last choice. Returns the labels of each command and its
 * choices, and the asset commands that were sent.
 */
async function runChoiceCommands(...args: Parameters<typeof createAssetPage>) {
  const commands: AssetCommand[] = []
  const choiceCommands = buildChoiceCommands(createAssetPage(...args), createTranslateFor('en'), (command) =>
    commands.push(command),
  )
  const labels: unknown[] = []
  for (const { label, choices, run } of choiceCommands) {
    const loaded = await choices!(new AbortController().signal)
    labels.push([label, ...loaded.map((it) => it.label)])
    run()
    run(loaded.at(-1)!.id)
  }
  return { labels, commands }
}

test('choiceCommands to add unset tags, to remove set tags, and to add the asset to further applications', async () => {
  const pageData = { tags: [tag('winter'), tag('kiln')], applications: [application('quay'), application('lane')] }
  const { labels, commands } = await runChoiceCommands({ tags: ['kiln'], applications: [membership] }, pageData)
  expect(labels).toEqual([
    ['Add tag…', 'The winter'],
    ['Remove tag…', 'The kiln'],
    ['Add to application…', 'The lane'],
  ])
  expect(commands).toEqual([
    { do: 'tag', tagId: 'winter', isOn: true },
    { do: 'tag', tagId: 'kiln', isOn: false },
    { do: 'link', applicationId: 'lane' },
  ])
})

test('choiceCommands no command if there are no tags or applications to choose', async () => {
  expect((await runChoiceCommands({}, {})).labels).toEqual([])
})

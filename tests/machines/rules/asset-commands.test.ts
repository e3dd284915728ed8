import { expect, test } from 'vitest'
import { type AssetCommand, undoOf } from '../../../src/machines/rules/asset-commands.ts'

const before = {
  asset: {
    applications: [{ applicationId: 'harbour', isVisible: false, position: 3 }],
    updatedAt: '2026-11-02T08:00:00.000Z',
  },
  history: [{ id: 'newest' }, { id: 'older' }],
}
const back: AssetCommand = { do: 'revert', entryId: 'newest' }

test.each<[AssetCommand, AssetCommand | null]>([
  [
    { do: 'tag', tagId: 't', isOn: false },
    { do: 'tag', tagId: 't', isOn: true, restores: '2026-11-02T08:00:00.000Z' },
  ],
  [{ do: 'makeTag', name: 'winter' }, null],
  [
    { do: 'open', isOpen: true },
    { do: 'open', isOpen: false },
  ],
  [
    { do: 'link', applicationId: 'harbour' },
    { do: 'unlink', applicationId: 'harbour' },
  ],
  // Where it was, and hidden as it was.
  [
    { do: 'unlink', applicationId: 'harbour' },
    { do: 'link', applicationId: 'harbour', isVisible: false, position: 3 },
  ],
  [
    { do: 'place', applicationId: 'harbour', position: 1 },
    { do: 'place', applicationId: 'harbour', position: 3 },
  ],
  [
    { do: 'place', applicationId: 'harbour', isVisible: true },
    { do: 'place', applicationId: 'harbour', isVisible: false },
  ],
  [{ do: 'place', applicationId: 'other', position: 1 }, null],
  [{ do: 'unlink', applicationId: 'other' }, null],
  [{ do: 'revert', entryId: 'older' }, back],
  [{ do: 'adopt', recipe: 'web' }, back],
  [{ do: 'sync' }, back],
  [{ do: 'portray' }, back],
  [{ do: 'replace', modelUrl: '/files/a.glb' }, back],
])('%j is taken back by %j', (command, undo) => {
  expect(undoOf(command, before)).toEqual(undo)
})

test('an asset without a history is led back to nothing', () => {
  expect(undoOf({ do: 'sync' }, { ...before, history: [] })).toBe(null)
})

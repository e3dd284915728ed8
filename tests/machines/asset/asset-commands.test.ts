import { expect, test } from 'vitest'
import { type AssetCommand, undoCommandFor } from '../../../src/machines/asset/asset-commands.ts'

const before = {
  asset: {
    applications: [{ applicationId: 'harbour', isVisible: false, position: 3 }],
    updatedAt: '2026-11-02T08:00:00.000Z',
  },
  history: [{ id: 'newest' }, { id: 'older' }],
}
const revertCommand: AssetCommand = { do: 'revert', entryId: 'newest' }

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
  // The reverse command restores position and visibility.
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
  [{ do: 'revert', entryId: 'older' }, revertCommand],
  [{ do: 'adopt', recipe: 'web' }, revertCommand],
  [{ do: 'sync' }, revertCommand],
  [{ do: 'portray' }, revertCommand],
  [{ do: 'replace', modelUrl: '/files/a.glb' }, revertCommand],
])('undoes the command %j by the command %j', (command, undoCommand) => {
  expect(undoCommandFor(command, before)).toEqual(undoCommand)
})

test('returns no undo command for a sync if the asset has no history', () => {
  expect(undoCommandFor({ do: 'sync' }, { ...before, history: [] })).toBe(null)
})

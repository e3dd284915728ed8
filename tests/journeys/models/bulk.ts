import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { bulkMachine } from '../../../src/machines/bulk/bulk.machine.ts'
import { a, deferredJob, job } from '../../machines/bulk/bulk.model.ts'
import { actorDone } from '../../support/machine-driver.ts'
import { defineModel, type MachineModel } from '../../support/model/model.ts'
import { assetRows, expect } from '../support.ts'
import type { PageModel, PathRun } from './page-model.ts'
import { signInAsAdmin } from './sign-in.ts'

/** Longer than the Undo toast is shown. */
const BEYOND_TOAST_MS = 8_100

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof bulkMachine>
const FULL_SUCCESS = { changed: [a], failures: [] }
const getUndoButton = ({ page }: PathRun) => page.getByRole('button', { name: 'Undo' })

const readSelectedName = (run: PathRun) =>
  run.memoize('name', async () => (await assetRows(run.page).first().getByRole('link').first().innerText()).trim())
const row = async (run: PathRun) => assetRows(run.page).filter({ hasText: await readSelectedName(run) })

const openWithSelectedRow =
  (press: (run: PathRun) => Promise<void>) =>
  async (run: PathRun): Promise<void> => {
    await signInAsAdmin(`/assets?filter=${encodeURIComponent('{"locked":"false"}')}`)(run)
    await expect(assetRows(run.page).first()).toBeVisible()
    await readSelectedName(run)
    await assetRows(run.page).first().getByRole('checkbox').click()
    await run.requests.startBlocking()
    await press(run)
  }
const getToolbar = ({ page }: PathRun) => page.getByRole('toolbar', { name: 'Selection' })

const stateOf = ({ value }: AnyMachineSnapshot) =>
  value === 'deferred' || value === 'undoable' ? 'undoOffered' : 'undoNotOffered'

const shared = {
  actions: {
    'job.undone': ['Undo is pressed', (run: PathRun) => getUndoButton(run).click()],
    'job.released': ['the Undo toast expires', ({ page }: PathRun) => page.clock.fastForward(BEYOND_TOAST_MS)],
  },
  screens: (page) => {
    const toast = page.getByRole('button', { name: 'Undo' })
    return {
      undoOffered: { visible: [toast] },
      undoNotOffered: { visible: [assetRows(page).first()], absent: [toast] },
    }
  },
  stateOf,
} satisfies Partial<PageModel>

const isPossible: MachineModel['isPossible'] = (snapshot, { type }) =>
  !type.startsWith('job.') || stateOf(snapshot) === 'undoOffered'
const EVENTS = [
  { type: 'job.undone' } as const,
  { type: 'job.released' } as const,
  actorDone('performJob', FULL_SUCCESS),
]

/** Deletion of an asset. The request is sent only when the Undo toast expires. */
export const undoableDeletion: PageModel = {
  ...shared,
  model: defineModel({
    machine: bulkMachine,
    input: { ...deferredJob, items: [a] },
    events: EVENTS,
    contextKey: ({ outcome }) => outcome,
    isPossible,
  }),
  open: openWithSelectedRow((run) => getToolbar(run).getByRole('button', { name: 'Delete' }).click()),
  requestMatchers: { performJob: ({ method, path }) => method === 'DELETE' && path.startsWith('/v1/assets/') },
  checks: {
    'whether the row is shown': {
      // The row is hidden from the press of Delete on, and visible again after Undo.
      expected: (snapshot) => String(snapshot.value === 'finished' && contextOf(snapshot).outcome.changed.length === 0),
      actual: async (run) => String((await (await row(run)).count()) > 0),
    },
  },
}

/** Lock of an asset. The request is sent immediately, and Undo sends the reverse request. */
export const undoableLock: PageModel = {
  ...shared,
  model: defineModel({
    machine: bulkMachine,
    input: { ...job, items: [a] },
    events: [...EVENTS, actorDone('revertJob', FULL_SUCCESS)],
    contextKey: ({ outcome }) => outcome,
    isPossible,
  }),
  open: openWithSelectedRow(async (run) => {
    await getToolbar(run).getByRole('button', { name: 'Lock', exact: true }).click()
    await run.page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
  }),
  requestMatchers: {
    performJob: ({ method, path }) => method === 'PUT' && path.endsWith('/lock'),
    revertJob: ({ method, path }) => method === 'PUT' && path.endsWith('/unlock'),
  },
}

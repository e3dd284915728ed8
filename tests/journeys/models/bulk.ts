import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { bulkMachine } from '../../../src/machines/bulk/bulk.machine.ts'
import { a, deferredJob, job } from '../../machines/bulk/bulk.model.ts'
import { actorDone } from '../../support/machine-driver.ts'
import { defineModel, type MachineModel } from '../../support/model/model.ts'
import { assetRows, expect } from '../support.ts'
import type { PageModel, PathRun } from './page-model.ts'
import { signInAsAdmin } from './sign-in.ts'

const BEYOND_TOAST_MS = 8_100

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof bulkMachine>
const FULL_SUCCESS = { changed: [a], failures: [] }
const undoButton = ({ page }: PathRun) => page.getByRole('button', { name: 'Undo' })

const selectedName = (visit: PathRun) =>
  visit.memoize('name', async () => (await assetRows(visit.page).first().getByRole('link').first().innerText()).trim())
const row = async (visit: PathRun) => assetRows(visit.page).filter({ hasText: await selectedName(visit) })

const openWithSelectedRow =
  (press: (visit: PathRun) => Promise<void>) =>
  async (visit: PathRun): Promise<void> => {
    await signInAsAdmin(`/assets?filter=${encodeURIComponent('{"locked":"false"}')}`)(visit)
    await expect(assetRows(visit.page).first()).toBeVisible()
    await selectedName(visit)
    await assetRows(visit.page).first().getByRole('checkbox').click()
    await visit.requests.startHolding()
    await press(visit)
  }
const toolbar = ({ page }: PathRun) => page.getByRole('toolbar', { name: 'Selection' })

const stateOf = ({ value }: AnyMachineSnapshot) => (value === 'deferred' || value === 'undoable' ? 'offered' : 'quiet')

const shared = {
  actions: {
    'job.undone': ['Undo is pressed', (visit: PathRun) => undoButton(visit).click()],
    'job.released': ['Undo passes', ({ page }: PathRun) => page.clock.fastForward(BEYOND_TOAST_MS)],
  },
  screens: (page) => {
    const toast = page.getByRole('button', { name: 'Undo' })
    return {
      offered: { visible: [toast] },
      quiet: { visible: [assetRows(page).first()], absent: [toast] },
    }
  },
  stateOf,
} satisfies Partial<PageModel>

const allows: MachineModel['isPossible'] = (snapshot, { type }) =>
  !type.startsWith('job.') || stateOf(snapshot) === 'offered'
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
    isPossible: allows,
  }),
  open: openWithSelectedRow((visit) => toolbar(visit).getByRole('button', { name: 'Delete' }).click()),
  requestMatchers: { performJob: ({ method, path }) => method === 'DELETE' && path.startsWith('/v1/assets/') },
  checks: {
    'whether the row is shown': {
      // The row is hidden when the button is pressed, and visible again after Undo.
      expected: (snapshot) => String(snapshot.value === 'finished' && contextOf(snapshot).outcome.changed.length === 0),
      actual: async (visit) => String((await (await row(visit)).count()) > 0),
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
    isPossible: allows,
  }),
  open: openWithSelectedRow(async (visit) => {
    await toolbar(visit).getByRole('button', { name: 'Lock', exact: true }).click()
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
  }),
  requestMatchers: {
    performJob: ({ method, path }) => method === 'PUT' && path.endsWith('/lock'),
    revertJob: ({ method, path }) => method === 'PUT' && path.endsWith('/unlock'),
  },
}

import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { bulkMachine } from '../../../src/machines/bulk.machine.ts'
import { a, held, job } from '../../machines/bulk.model.ts'
import { type Model, model } from '../../support/model/model.ts'
import { answers } from '../../support/walk.ts'
import { expect, rows } from '../support.ts'
import type { PageModel, Visit } from './page-model.ts'
import { asAdmin } from './sign-in.ts'

/** A little more than a toast stands, in milliseconds. */
const TOAST = 8_100

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof bulkMachine>
const whole = { changed: [a], failures: [] }
const undo = ({ page }: Visit) => page.getByRole('button', { name: 'Undo' })

/** The row that the path is about, by its name. */
const nameOf = (visit: Visit) =>
  visit.own('name', async () => (await rows(visit.page).first().getByRole('link').first().innerText()).trim())
const row = async (visit: Visit) => rows(visit.page).filter({ hasText: await nameOf(visit) })

/** Ticks the first row, and leaves the rest to the toolbar. */
const begin =
  (press: (visit: Visit) => Promise<void>) =>
  async (visit: Visit): Promise<void> => {
    await asAdmin(`/assets?filter=${encodeURIComponent('{"locked":"false"}')}`)(visit)
    await expect(rows(visit.page).first()).toBeVisible()
    await nameOf(visit)
    await rows(visit.page).first().getByRole('checkbox').click()
    await visit.requests.begin()
    await press(visit)
  }
const toolbar = ({ page }: Visit) => page.getByRole('toolbar', { name: 'Selection' })

const stateOf = ({ value }: AnyMachineSnapshot) => (value === 'holding' || value === 'done' ? 'offered' : 'quiet')

const shared = {
  actions: {
    'job.undone': ['Undo is pressed', (visit: Visit) => undo(visit).click()],
    'job.released': ['Undo passes', ({ page }: Visit) => page.clock.fastForward(TOAST)],
  },
  looks: (page) => {
    const toast = page.getByRole('button', { name: 'Undo' })
    return {
      offered: { shows: [toast] },
      quiet: { shows: [rows(page).first()], lacks: [toast] },
    }
  },
  stateOf,
} satisfies Partial<PageModel>

/** Nobody presses what is not there. */
const allows: Model['allows'] = (snapshot, { type }) => !type.startsWith('job.') || stateOf(snapshot) === 'offered'
const happenings = [{ type: 'job.undone' } as const, { type: 'job.released' } as const, answers('perform', whole)]

/** An asset that is deleted: held back until Undo has passed. */
export const heldDeletion: PageModel = {
  ...shared,
  model: model({
    machine: bulkMachine,
    input: { ...held, items: [a] },
    happenings,
    sees: ({ outcome }) => outcome,
    allows,
  }),
  open: begin((visit) => toolbar(visit).getByRole('button', { name: 'Delete' }).click()),
  outcomes: { perform: ({ method, path }) => method === 'DELETE' && path.startsWith('/v1/assets/') },
  signs: {
    'whether the row is there': {
      // Taken back it is; it is gone from the first press on.
      wanted: (snapshot) => String(snapshot.value === 'over' && contextOf(snapshot).outcome.changed.length === 0),
      seen: async (visit) => String((await (await row(visit)).count()) > 0),
    },
  },
}

/** An asset that is locked: done at once, and taken back by Undo. */
export const revertedLock: PageModel = {
  ...shared,
  model: model({
    machine: bulkMachine,
    input: { ...job, items: [a] },
    happenings: [...happenings, answers('revert', whole)],
    sees: ({ outcome }) => outcome,
    allows,
  }),
  open: begin(async (visit) => {
    await toolbar(visit).getByRole('button', { name: 'Lock', exact: true }).click()
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
  }),
  outcomes: {
    perform: ({ method, path }) => method === 'PUT' && path.endsWith('/lock'),
    revert: ({ method, path }) => method === 'PUT' && path.endsWith('/unlock'),
  },
}

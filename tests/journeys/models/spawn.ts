import { resolve } from 'node:path'
import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { createSpawnMachine } from '../../../src/machines/spawn.machine.ts'
import { writtenState } from '../../support/model/describe.ts'
import { model } from '../../support/model/model.ts'
import { answers, fails } from '../../support/walk.ts'
import { expect } from '../support.ts'
import { FAULTS } from './faults.ts'
import type { PageModel, Visit } from './page-model.ts'
import { asNewPerson } from './sign-in.ts'

const spawn = createSpawnMachine<string>()
/** A model without any movement in it. */
const STILL = resolve('demo/models/peat-boot.glb')

const fault = new Error('a fault')
const stage = ({ page }: Visit) => page.getByRole('region', { name: 'Stage' })

/** The addresses of two models of the demo. */
const addresses = (visit: Visit) =>
  visit.own('models', async () => {
    const { request } = visit.page
    const data = { email: 'user@atelier.example', password: 'atelier-demo-1' }
    const { token } = await (await request.post('/v1/auth/login', { data })).json()
    const headers = { authorization: `Bearer ${token}` }
    const found = await Promise.all(
      ['Peat Boot', 'Ferry Cap'].map(async (search) => {
        const answer = await request.get('/v1/assets', { params: { search, limit: 1 }, headers })
        return (await answer.json()).data[0].modelUrl as string
      }),
    )
    return { 'one.glb': found[0]!, 'two.glb': found[1]! } as Record<string, string>
  })

/** Chooses what accompanies an entrance, before there is one. */
const accompanied =
  (part: 'Effect' | 'Animation', path: string) =>
  async ({ page }: Visit) => {
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: `${part}: Choose a file` }).click()
    await (await chosen).setFiles(path)
    await expect(page.getByRole('button', { name: `Remove ${part}` })).toBeVisible()
  }

const shown = (source: string, hasEffect: boolean, hasAnimation: boolean) =>
  ({ type: 'source.changed', source, hasEffect, hasAnimation }) as const

const nothing = { source: null, hasEffect: false, hasAnimation: false, isStill: false }
const sees = ({ source, model, error }: ContextFrom<typeof spawn>) => [source, model, error !== null]

const shared = {
  outcomes: {
    loadModel: ({ method, path }) => method === 'GET' && path.startsWith('/files/') && path.endsWith('.glb'),
  },
  // The viewer gives up on no answer: a model may be large, and the way to it long.
  faults: FAULTS.filter(({ name }) => !name.includes('in time')),
  timeStands: true,
  patience: 60_000,
  tick: 16,
  actions: {
    'source.changed': [
      'an address is entered',
      async (visit, { source }: { source: string }) => {
        const { page } = visit
        const link = page.getByLabel('Link')
        await link.fill(new URL((await addresses(visit))[source]!, page.url()).href)
        await link.press('Enter')
      },
    ],
    'retry.requested': ['Retry is pressed', (visit) => stage(visit).getByRole('button', { name: 'Retry' }).click()],
    'effect.missed': ['there is nothing in the effect to play', async () => {}],
  },
  looks: (page) => {
    const viewer = (state: string) => page.getByRole('region', { name: 'Stage' }).locator(`[data-state="${state}"]`)
    const stage = page.getByRole('region', { name: 'Stage' })
    const loading = stage.getByRole('status').filter({ hasText: /Loading…|Preparing…/ })
    const alert = stage.getByRole('alert')
    return {
      empty: { shows: [viewer('empty')], lacks: [loading, alert] },
      // While it is tried again, what failed is still said beside what loads: the sentence tells no state then.
      loading: { shows: [viewer('loading'), loading] },
      playing: { shows: [viewer('playing')], lacks: [loading, alert] },
      finished: { shows: [viewer('finished')], lacks: [loading, alert] },
      failed: { shows: [viewer('failed'), alert, stage.getByRole('button', { name: 'Retry' })], lacks: [loading] },
    }
  },
  signs: {
    'says why it failed': {
      wanted: ({ value }) => (value === 'failed' ? 'This model didn’t load. Check your connection.' : null),
      seen: async (visit) => {
        const failed = stage(visit).locator('[data-state="failed"]')
        return (await failed.getByRole('alert').locator('p').allInnerTexts())[0] ?? null
      },
    },
  },
  // Which part of an entrance plays is seen in the picture alone, which `viewer-entrance` compares.
  stateOf: ({ value }) => (typeof value === 'string' ? value : writtenState(value).split('.')[0]!),
} satisfies Partial<PageModel>

const opens =
  (...steps: ((visit: Visit) => Promise<void>)[]) =>
  async (visit: Visit) => {
    await asNewPerson('/viewer')(visit)
    await addresses(visit)
    for (const step of steps) await step(visit)
  }

const asAllowed: NonNullable<PageModel['model']['allows']> = (snapshot, happening) =>
  happening.type !== 'source.changed' ||
  (happening as unknown as { source: string }).source !== (snapshot as AnyMachineSnapshot).context.source

/** A model that stands at once: loaded, failed, tried again, another instead. */
export const plainEntrance: PageModel = {
  ...shared,
  open: opens(),
  model: model({
    machine: spawn,
    input: nothing,
    happenings: [
      shown('one.glb', false, false),
      shown('two.glb', false, false),
      answers('loadModel', 'a model'),
      fails('loadModel', fault),
      { type: 'retry.requested' },
    ],
    sees,
    allows: (snapshot, happening) =>
      happening.type === 'retry.requested' ? snapshot.value === 'failed' : asAllowed(snapshot as never, happening),
  }),
}

/** An entrance with files that hold nothing to play: it is over at once. */
export const missedEntrance: PageModel = {
  ...shared,
  open: opens(accompanied('Effect', STILL)),
  model: model({
    machine: spawn,
    input: nothing,
    happenings: [shown('one.glb', true, false), answers('loadModel', 'a model'), { type: 'effect.missed' }],
    sees,
    allows: (snapshot, happening) =>
      happening.type === 'effect.missed'
        ? snapshot.matches({ playing: { effect: 'running' } })
        : asAllowed(snapshot as never, happening),
  }),
  // That it is missed is known as soon as the model stands: what lies between cannot be seen.
  alike: { playing: ['finished', 'there is nothing to play, which is found before the next picture'] },
  wants: (goal) => /^(took|rest) /.test(goal),
}

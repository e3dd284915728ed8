import { resolve } from 'node:path'
import type { ContextFrom } from 'xstate'
import { createSpawnMachine } from '../../../src/machines/viewer/spawn.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { formatState } from '../../support/model/format-value.ts'
import { defineModel } from '../../support/model/model.ts'
import { expect, retryWhileBusy } from '../support.ts'
import { REQUEST_FAULTS } from './faults.ts'
import type { PageModel, PathRun } from './page-model.ts'
import { signInAsNewUser } from './sign-in.ts'

const spawn = createSpawnMachine<string>()
const EFFECT_FILE = resolve('demo/effects/petal-swirl.glb')
const CLIP_FILE = resolve('demo/clips/wave.glb')
const STILL_MODEL_FILE = resolve('demo/models/peat-boot.glb')

/** Durations in milliseconds: the effect's clip, each fade-out, and the rest of the animation after the end of the effect. */
const [SWIRL_MS, FADE_MS, WAVE_REST_MS] = [1500, 500, 500]

/** Advances the clock with only one frame every 100 ms, because frames are slow without a graphics card. */
async function advanceClock({ page }: PathRun, ms: number): Promise<void> {
  for (let elapsed = 0; elapsed < ms; elapsed += 100) await page.clock.fastForward(100)
}

const REQUEST_ERROR = new Error('a fault')
const getStage = ({ page }: PathRun) => page.getByRole('region', { name: 'Stage' })

/** Returns the URLs of three demo models: a lamp without bones, a cap, and a figure with a waving animation. */
const getModelUrls = (run: PathRun) =>
  run.memoize('models', async () => {
    const { request } = run.page
    const data = { email: 'user@atelier.example', password: 'atelier-demo-1' }
    const { token } = await (await retryWhileBusy(() => request.post('/v1/auth/login', { data }))).json()
    const headers = { authorization: `Bearer ${token}` }
    const urls = await Promise.all(
      ['Moon Lamp', 'Ferry Cap', 'Ines'].map(async (search) => {
        const params = { search, limit: 1 }
        const response = await retryWhileBusy(() => request.get('/v1/assets', { params, headers }))
        return (await response.json()).data[0].modelUrl as string
      }),
    )
    return { 'one.glb': urls[0]!, 'two.glb': urls[1]!, 'figure.glb': urls[2]! } as Record<string, string>
  })

/** Chooses the effect or the animation with which a model appears, before the model is loaded. */
const chooseEntrancePart =
  (part: 'Effect' | 'Animation', path: string) =>
  async ({ page }: PathRun) => {
    const fileChooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: `${part}: Choose a file` }).click()
    await (await fileChooser).setFiles(path)
    await expect(page.getByRole('button', { name: `Remove ${part}` })).toBeVisible()
  }

const sourceChanged = (source: string, hasEffect: boolean, hasAnimation: boolean) =>
  ({ type: 'source.changed', source, hasEffect, hasAnimation }) as const

/** Records the effects and animations that the viewer could not play, with the logged reasons. */
const recordSkippedParts = (run: PathRun) =>
  run.memoize('missed', async () => {
    const messages: string[] = []
    run.page.on('console', (message) => {
      const [, part, reason] = /^The spawn (\w+) was not played: (.*)/.exec(message.text()) ?? []
      if (part) messages.push(`${part}: ${reason}`)
    })
    return { messages }
  })

const NO_SOURCE = { source: null, hasEffect: false, hasAnimation: false, isStill: false }
const contextKey = ({ source, model, error }: ContextFrom<typeof spawn>) => [source, model, error !== null]

const shared = {
  requestMatchers: {
    fetchParts: ({ method, path }) => method === 'GET' && path.startsWith('/files/') && path.endsWith('.glb'),
  },
  // Excludes the timeout, because the viewer has no timeout: a model may be large and the connection slow.
  faults: REQUEST_FAULTS.filter(({ name }) => !name.includes('in time')),
  isClockFrozen: true,
  timeoutMs: 60_000,
  // While the model is loading, the page renders no frame before the path advances the clock.
  tickMs: (snapshot) => (snapshot.matches('loading') ? 0 : 16),
  actions: {
    'source.changed': [
      'a URL is entered',
      async (run, { source }: { source: string }) => {
        const { page } = run
        const link = page.getByLabel('Link', { exact: true })
        await link.fill(new URL((await getModelUrls(run))[source]!, page.url()).href)
        await link.press('Enter')
      },
    ],
    'retry.requested': ['Retry is pressed', (run) => getStage(run).getByRole('button', { name: 'Retry' }).click()],
    'prepareModel succeeds': ['the model is built from its files', async () => {}],
    'model.shown': ['the first frame with the model is rendered', ({ page }) => page.clock.runFor(16)],
  },
  screens: (page) => {
    const viewer = (state: string) => page.getByRole('region', { name: 'Stage' }).locator(`[data-state="${state}"]`)
    const stage = page.getByRole('region', { name: 'Stage' })
    const statusText = (text: string) => stage.getByRole('status').filter({ hasText: text })
    const errorAlert = stage.getByRole('alert')
    const loadingTexts = [statusText('Loading…'), statusText('Preparing…')]
    return {
      empty: { visible: [viewer('empty')], absent: [...loadingTexts, errorAlert] },
      'loading.fetching': {
        visible: [viewer('loading'), statusText('Loading…')],
        absent: [errorAlert, statusText('Preparing…')],
      },
      'loading.preparing': {
        visible: [viewer('loading'), statusText('Preparing…')],
        absent: [errorAlert, statusText('Loading…')],
      },
      playing: { visible: [viewer('playing')], absent: [...loadingTexts, errorAlert] },
      finished: { visible: [viewer('finished')], absent: [...loadingTexts, errorAlert] },
      failed: {
        visible: [viewer('failed'), errorAlert, stage.getByRole('button', { name: 'Retry' })],
        absent: loadingTexts,
      },
    }
  },
  checks: {
    'the displayed error': {
      expected: ({ value }) => (value === 'failed' ? 'This model didn’t load. Check your connection.' : null),
      actual: async (run) => (await getStage(run).getByRole('alert').locator('p').allInnerTexts())[0] ?? null,
    },
  },
  equivalentStates: {
    'loading.revealing': ['loading.preparing', 'a prepared model is not visible before its first frame'],
  },
  // Only pixels show whether the effect or the animation is playing. `viewer-spawn.test.ts` compares pixels.
  stateOf: ({ value }) => {
    const name = formatState(value)
    return name.startsWith('loading') ? name : name.split('.')[0]!
  },
} satisfies Partial<PageModel>

const openWith =
  (...steps: ((run: PathRun) => Promise<void>)[]) =>
  async (run: PathRun) => {
    // A URL without a model, so that the page does not load its sample figure.
    await signInAsNewUser('/viewer?src=nothing')(run)
    await getModelUrls(run)
    await recordSkippedParts(run)
    for (const step of steps) await step(run)
  }

const PARTS_FETCHED = actorDone('fetchParts', [])
const MODEL_PREPARED = actorDone('prepareModel', 'a model')
const MODEL_SHOWN = { type: 'model.shown', model: 'a model' } as const

const isPossible: NonNullable<PageModel['model']['isPossible']> = (snapshot, event) => {
  if (event.type === 'model.shown') return snapshot.matches({ loading: 'revealing' })
  if (event.type === 'retry.requested') return snapshot.matches('failed')
  return event.type !== 'source.changed' || (event as unknown as { source: string }).source !== snapshot.context.source
}

/** A model that appears without effect and animation: loaded, failed, retried and replaced. */
export const modelOnlyEntrance: PageModel = {
  ...shared,
  open: openWith(),
  model: defineModel({
    machine: spawn,
    input: NO_SOURCE,
    events: [
      sourceChanged('one.glb', false, false),
      sourceChanged('two.glb', false, false),
      PARTS_FETCHED,
      actorFailed('fetchParts', REQUEST_ERROR),
      MODEL_PREPARED,
      MODEL_SHOWN,
      { type: 'retry.requested' },
    ],
    contextKey,
    isPossible,
  }),
}

/** A model that appears with an effect and an animation, both played to the end. */
export const fullEntrance: PageModel = {
  ...shared,
  open: openWith(chooseEntrancePart('Effect', EFFECT_FILE), chooseEntrancePart('Animation', CLIP_FILE)),
  model: defineModel({
    machine: spawn,
    input: NO_SOURCE,
    events: [
      sourceChanged('figure.glb', true, true),
      PARTS_FETCHED,
      MODEL_PREPARED,
      MODEL_SHOWN,
      { type: 'effect.ended' },
      { type: 'animation.ended' },
      delayElapsed('fade', 'spawn.playing.effect.fading'),
      delayElapsed('fade', 'spawn.playing.animation.fading'),
    ],
    contextKey,
    // The animation is longer than the effect, so the effect ends first.
    isPossible: (snapshot, event) => {
      const { type } = event
      if (type === 'effect.ended') return snapshot.matches({ playing: { effect: 'running' } })
      if (type === 'animation.ended') return snapshot.matches({ playing: { effect: 'done', animation: 'running' } })
      return isPossible(snapshot, event)
    },
  }),
  actions: {
    ...shared.actions,
    'effect.ended': ['the effect plays to its end', (run) => advanceClock(run, SWIRL_MS)],
    'animation.ended': ['the animation plays to its end', (run) => advanceClock(run, WAVE_REST_MS)],
    'fade elapses': ['the effect or animation fades out', (run) => advanceClock(run, FADE_MS)],
  },
  includesGoal: (goal) => /^(took|rest) /.test(goal),
}

/** An effect file without a clip, and a model that the animation does not fit. The model appears immediately, with warnings. */
export const unplayableEntrance: PageModel = {
  ...shared,
  open: openWith(chooseEntrancePart('Effect', STILL_MODEL_FILE), chooseEntrancePart('Animation', CLIP_FILE)),
  model: defineModel({
    machine: spawn,
    input: NO_SOURCE,
    events: [
      sourceChanged('one.glb', true, true),
      PARTS_FETCHED,
      MODEL_PREPARED,
      MODEL_SHOWN,
      { type: 'effect.skipped' },
      { type: 'animation.skipped' },
    ],
    contextKey,
    isPossible: (snapshot, event) => {
      if (event.type === 'effect.skipped') return snapshot.matches({ playing: { effect: 'running' } })
      if (event.type === 'animation.skipped') return snapshot.matches({ playing: { animation: 'running' } })
      return isPossible(snapshot, event)
    },
  }),
  actions: {
    ...shared.actions,
    'effect.skipped': ['the effect’s file contains no clip', async () => {}],
    'animation.skipped': ['the model has no bones to animate', async () => {}],
  },
  checks: {
    ...shared.checks,
    'the displayed warning': {
      expected: ({ value }) =>
        formatState(value).startsWith('loading')
          ? ''
          : 'animation: the animation matches no bone of the model, effect: the file has no clip',
      actual: async (run) => (await recordSkippedParts(run)).messages.toSorted().join(', '),
    },
  },
  // The viewer detects the missing clip when it shows the model, so the state `playing` is never visible.
  equivalentStates: {
    ...shared.equivalentStates,
    playing: ['finished', 'the viewer detects before the next frame that nothing can be played'],
  },
  includesGoal: (goal) => /^(took|rest) /.test(goal),
}

import { resolve } from 'node:path'
import type { ContextFrom } from 'xstate'
import { createSpawnMachine } from '../../../src/machines/spawn.machine.ts'
import { writtenState } from '../../support/model/describe.ts'
import { model } from '../../support/model/model.ts'
import { answers, fails, waits } from '../../support/walk.ts'
import { answerOf, expect } from '../support.ts'
import { FAULTS } from './faults.ts'
import type { PageModel, Visit } from './page-model.ts'
import { asNewPerson } from './sign-in.ts'

const spawn = createSpawnMachine<string>()
const EFFECT = resolve('demo/effects/petal-swirl.glb')
const CLIP = resolve('demo/clips/wave.glb')
/** A model without any movement in it. */
const STILL = resolve('demo/models/peat-boot.glb')

/** Milliseconds: the effect's clip, the fade after each, and what is left of the animation's clip once the effect is gone. */
const [SWIRL, FADE, WAVE_ON] = [1500, 500, 500]

/** Lets so many milliseconds pass with a picture every 100: each takes long without a graphics card, and shows no more. */
async function passes({ page }: Visit, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) await page.clock.fastForward(100)
}

const fault = new Error('a fault')
const stage = ({ page }: Visit) => page.getByRole('region', { name: 'Stage' })

/** The addresses of three models of the demo: a lamp, which has no bones, a cap, and a figure that can wave. */
const addresses = (visit: Visit) =>
  visit.own('models', async () => {
    const { request } = visit.page
    const data = { email: 'user@atelier.example', password: 'atelier-demo-1' }
    const { token } = await (await answerOf(() => request.post('/v1/auth/login', { data }))).json()
    const headers = { authorization: `Bearer ${token}` }
    const found = await Promise.all(
      ['Moon Lamp', 'Ferry Cap', 'Ines'].map(async (search) => {
        const params = { search, limit: 1 }
        const answer = await answerOf(() => request.get('/v1/assets', { params, headers }))
        return (await answer.json()).data[0].modelUrl as string
      }),
    )
    return { 'one.glb': found[0]!, 'two.glb': found[1]!, 'figure.glb': found[2]! } as Record<string, string>
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

/** What the viewer said was not played, and why. */
const missed = (visit: Visit) =>
  visit.own('missed', async () => {
    const said: string[] = []
    visit.page.on('console', (message) => {
      const [, part, why] = /^The spawn (\w+) was not played: (.*)/.exec(message.text()) ?? []
      if (part) said.push(`${part}: ${why}`)
    })
    return { said }
  })

const nothing = { source: null, hasEffect: false, hasAnimation: false, isStill: false }
const sees = ({ source, model, error }: ContextFrom<typeof spawn>) => [source, model, error !== null]

const shared = {
  outcomes: {
    fetchParts: ({ method, path }) => method === 'GET' && path.startsWith('/files/') && path.endsWith('.glb'),
  },
  // The viewer gives up on no answer: a model may be large, and the way to it long.
  faults: FAULTS.filter(({ name }) => !name.includes('in time')),
  timeStands: true,
  patience: 60_000,
  // No picture is drawn before the path says so.
  tick: (snapshot) => (snapshot.matches('loading') ? 0 : 16),
  actions: {
    'source.changed': [
      'an address is entered',
      async (visit, { source }: { source: string }) => {
        const { page } = visit
        const link = page.getByLabel('Link', { exact: true })
        await link.fill(new URL((await addresses(visit))[source]!, page.url()).href)
        await link.press('Enter')
      },
    ],
    'retry.requested': ['Retry is pressed', (visit) => stage(visit).getByRole('button', { name: 'Retry' }).click()],
    'prepareModel answers': ['a model is made of its files', async () => {}],
    'model.shown': ['its first picture is drawn', ({ page }) => page.clock.runFor(16)],
  },
  looks: (page) => {
    const viewer = (state: string) => page.getByRole('region', { name: 'Stage' }).locator(`[data-state="${state}"]`)
    const stage = page.getByRole('region', { name: 'Stage' })
    const says = (text: string) => stage.getByRole('status').filter({ hasText: text })
    const alert = stage.getByRole('alert')
    const under = [says('Loading…'), says('Preparing…')]
    return {
      empty: { shows: [viewer('empty')], lacks: [...under, alert] },
      'loading.fetching': { shows: [viewer('loading'), says('Loading…')], lacks: [alert, says('Preparing…')] },
      'loading.preparing': { shows: [viewer('loading'), says('Preparing…')], lacks: [alert, says('Loading…')] },
      playing: { shows: [viewer('playing')], lacks: [...under, alert] },
      finished: { shows: [viewer('finished')], lacks: [...under, alert] },
      failed: { shows: [viewer('failed'), alert, stage.getByRole('button', { name: 'Retry' })], lacks: under },
    }
  },
  signs: {
    'says why it failed': {
      wanted: ({ value }) => (value === 'failed' ? 'This model didn’t load. Check your connection.' : null),
      seen: async (visit) => (await stage(visit).getByRole('alert').locator('p').allInnerTexts())[0] ?? null,
    },
  },
  alike: {
    'loading.revealing': ['loading.preparing', 'a model that is made waits for its first picture'],
  },
  // Which part of an entrance plays is seen in the picture alone, which `viewer-entrance` compares.
  stateOf: ({ value }) => {
    const name = writtenState(value)
    return name.startsWith('loading') ? name : name.split('.')[0]!
  },
} satisfies Partial<PageModel>

const opens =
  (...steps: ((visit: Visit) => Promise<void>)[]) =>
  async (visit: Visit) => {
    // Where nobody greets.
    await asNewPerson('/viewer?src=nothing')(visit)
    await addresses(visit)
    await missed(visit)
    for (const step of steps) await step(visit)
  }

const fetched = answers('fetchParts', [])
const made = answers('prepareModel', 'a model')
const drawn = { type: 'model.shown', model: 'a model' } as const

const asAllowed: NonNullable<PageModel['model']['allows']> = (snapshot, happening) => {
  // What is drawn was waited for.
  if (happening.type === 'model.shown') return snapshot.matches({ loading: 'revealing' })
  if (happening.type === 'retry.requested') return snapshot.matches('failed')
  return (
    happening.type !== 'source.changed' ||
    (happening as unknown as { source: string }).source !== snapshot.context.source
  )
}

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
      fetched,
      fails('fetchParts', fault),
      made,
      drawn,
      { type: 'retry.requested' },
    ],
    sees,
    allows: asAllowed,
  }),
}

/** An entrance with an effect and an animation, each played to its end. */
export const wholeEntrance: PageModel = {
  ...shared,
  open: opens(accompanied('Effect', EFFECT), accompanied('Animation', CLIP)),
  model: model({
    machine: spawn,
    input: nothing,
    happenings: [
      shown('figure.glb', true, true),
      fetched,
      made,
      drawn,
      { type: 'effect.ended' },
      { type: 'animation.ended' },
      waits('fade', 'spawn.playing.effect.fading'),
      waits('fade', 'spawn.playing.animation.fading'),
    ],
    sees,
    // The animation is the longer one, and nothing ends before it began.
    allows: (snapshot, happening) => {
      const { type } = happening
      if (type === 'effect.ended') return snapshot.matches({ playing: { effect: 'running' } })
      if (type === 'animation.ended') return snapshot.matches({ playing: { effect: 'done', animation: 'running' } })
      return asAllowed(snapshot, happening)
    },
  }),
  actions: {
    ...shared.actions,
    'effect.ended': ['the effect plays to its end', (visit) => passes(visit, SWIRL)],
    'animation.ended': ['the animation plays to its end', (visit) => passes(visit, WAVE_ON)],
    'fade passes': ['it fades', (visit) => passes(visit, FADE)],
  },
  wants: (goal) => /^(took|rest) /.test(goal),
}

/** An entrance with files that hold nothing to play: it is over at once, and the console says why. */
export const missedEntrance: PageModel = {
  ...shared,
  open: opens(accompanied('Effect', STILL), accompanied('Animation', CLIP)),
  model: model({
    machine: spawn,
    input: nothing,
    happenings: [
      shown('one.glb', true, true),
      fetched,
      made,
      drawn,
      { type: 'effect.missed' },
      { type: 'animation.missed' },
    ],
    sees,
    allows: (snapshot, happening) => {
      if (happening.type === 'effect.missed') return snapshot.matches({ playing: { effect: 'running' } })
      if (happening.type === 'animation.missed') return snapshot.matches({ playing: { animation: 'running' } })
      return asAllowed(snapshot, happening)
    },
  }),
  actions: {
    ...shared.actions,
    'effect.missed': ['there is nothing in the effect to play', async () => {}],
    'animation.missed': ['there are no bones to animate', async () => {}],
  },
  signs: {
    ...shared.signs,
    'what was not played': {
      wanted: ({ value }) =>
        writtenState(value).startsWith('loading')
          ? ''
          : 'animation: no bone of the model is in it, effect: there is no clip in it',
      seen: async (visit) => (await missed(visit)).said.toSorted().join(', '),
    },
  },
  // That it is missed is known as soon as the model stands: what lies between cannot be seen.
  alike: { ...shared.alike, playing: ['finished', 'there is nothing to play, which is found before the next picture'] },
  wants: (goal) => /^(took|rest) /.test(goal),
}

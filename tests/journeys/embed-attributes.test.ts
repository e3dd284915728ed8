import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { sampleNames } from '../support/sampling.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { serveStaticSite } from './static-site.ts'
import { expect, test } from './support.ts'

/** A non-default value for every attribute that viewer/README.md names. */
const ATTRIBUTES: Record<string, string> = {
  src: '/models/arch-brows.glb',
  alt: 'A body',
  poster: '/poster.svg',
  environment: 'park',
  lighting: 'three-point',
  scale: '1.2',
  position: '0 0.2 4',
  fit: '',
  shadows: '',
  float: '',
  snap: '',
  'lock-vertical': '',
  zoom: '',
  turntable: 'false',
  tools: '',
  framing: 'bust',
  target: '0 0.1 0',
  orbit: '',
  pan: '',
  'auto-rotate': '-0.5',
  'yaw-limits': '-1 1',
  'elevation-limits': '0 1',
  'zoom-limits': '1 3',
  headroom: '40',
  occlusion: 'Split',
  'occlusion-quality': 'Performance',
  'occlusion-radius': '2',
  'occlusion-intensity': '3',
  'occlusion-half': '',
  emotion: '{"mouthSmileLeft":1}',
  life: 'blink breathing',
  gaze: 'camera',
  visemes: '{"aa":1}',
  variant: 'Red',
  paints: '{"Brow":{"color":"#204080"}}',
  hotspots: '[{"id":"a","label":"Brow","position":[0,0,0]}]',
  'spawn-effect': '/effects/petal-swirl.glb',
  'spawn-effect-animation': '/effects/petal-swirl.glb',
  'spawn-effect-loop': '1',
  'spawn-animation': '/clips/wave.glb',
  'spawn-animation-loop': '1',
  clip: 'idle',
  'clip-playing': 'false',
  'clip-time': '0.5',
  'clip-speed': '2',
  wireframe: '',
  surface: 'uv',
  skeleton: '',
  'decoder-path': '/viewer/decoders/',
  'allow-external': '',
  vrm: '',
  ar: '',
}

/** Attributes that each attribute needs to have an effect. */
const NEEDED_ATTRIBUTES: Record<string, string[]> = {
  'occlusion-quality': ['occlusion'],
  'occlusion-radius': ['occlusion'],
  'occlusion-intensity': ['occlusion'],
  'occlusion-half': ['occlusion'],
  'spawn-effect-animation': ['spawn-effect'],
  'spawn-effect-loop': ['spawn-effect'],
  'spawn-animation-loop': ['spawn-animation'],
  'clip-playing': ['clip'],
  'clip-time': ['clip'],
  'clip-speed': ['clip'],
}

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' blob:; require-trusted-types-for 'script'"
const SITE = {
  policy: POLICY,
  folders: {
    '/viewer/': resolve('dist/viewer'),
    '/models/': resolve('demo/models'),
    '/effects/': resolve('demo/effects'),
    '/clips/': resolve('demo/clips'),
  },
  pages: {
    '/': '<!doctype html><html lang="en"><title>A page</title><script type="module" src="/viewer/element.js"></script>',
    '/favicon.ico': '',
    '/poster.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  },
}

interface Observation {
  events: string[]
  state: string | undefined
  buttons: unknown[]
  iconCount: number
  sliderCount: number
  captureType: string
}

const ALWAYS = ['src', 'tools']

/** Adds an element with these attributes to the page, waits for its model or an error, and returns what the element shows. */
const showElement = (page: Page, names: string[]): Promise<Observation> =>
  page.evaluate(
    async (attributes) => {
      const element = document.createElement('avatar-viewer')
      element.style.cssText = 'inline-size: 48px; block-size: 48px'
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      const events: string[] = []
      const isFinished = new Promise<void>((resolve) => {
        for (const type of ['loading', 'loaded', 'spawn-finished', 'error']) {
          element.addEventListener(type, (event) => {
            events.push(type === 'error' ? `error: ${(event as CustomEvent).detail.message}` : type)
            if (type === 'spawn-finished' || type === 'error') resolve()
          })
        }
        // The element fires no event for an exception during rendering.
        addEventListener('error', () => resolve(), { once: true })
      })
      document.body.append(element)
      await isFinished
      const shadow = element.shadowRoot!
      // The code of tools and hotspots is loaded on demand.
      const buttonCount = ('tools' in attributes ? 2 : 0) + ('hotspots' in attributes ? 1 : 0)
      while (shadow.querySelectorAll('button').length < buttonCount) await new Promise(requestAnimationFrame)
      const buttons = [...shadow.querySelectorAll('button')]
      const observation = {
        events,
        state: element.info()?.state,
        buttons: buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent),
        iconCount: shadow.querySelectorAll('button svg path').length,
        sliderCount: shadow.querySelectorAll('[role="slider"] ~ *, [role="slider"]').length,
        captureType: await element.capture({ type: 'image/png', width: 40, height: 40 }).then(
          ({ type }) => type,
          (error) => String(error),
        ),
      }
      element.remove()
      return observation
    },
    Object.fromEntries(names.map((name) => [name, ATTRIBUTES[name] ?? ''])),
  )

test(
  'shows a model with each attribute of <avatar-viewer> alone, and with all attributes together',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    const { url, close } = await serveStaticSite(SITE)
    const problems: string[] = []
    page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => problems.push(String(error)))
    try {
      await page.goto(url)
      await page.waitForFunction(() => customElements.get('avatar-viewer'))
      const observations: Record<string, Observation & { problems: string[] }> = {}
      // Always tests `src`, whose expected values most other attributes share, and `tools`, which adds buttons.
      const others = Object.keys(ATTRIBUTES).filter((name) => !ALWAYS.includes(name))
      const sampledAttributes = [...ALWAYS, ...sampleNames('attributes', others)]
      const observeAttributes = async (label: string, names: string[]) => {
        observations[label] = {
          ...(await showElement(page, [...new Set(['src', ...names])])),
          problems: problems.splice(0),
        }
      }
      for (const name of sampledAttributes) await observeAttributes(name, [...(NEEDED_ATTRIBUTES[name] ?? []), name])
      // Lets the model appear with its animation, which reduced motion would skip.
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await observeAttributes('all', Object.keys(ATTRIBUTES))
      const defaultObservation: Observation & { problems: string[] } = {
        events: ['loading', 'loaded', 'spawn-finished'],
        state: 'finished',
        buttons: [],
        iconCount: 0,
        sliderCount: observations['src']!.sliderCount,
        captureType: 'image/png',
        problems: [],
      }
      const tools = { buttons: [expect.stringMatching(/picture/i), 'Full screen'], iconCount: 2 }
      const sliderCount = { sliderCount: expect.any(Number) }
      const expectedChanges: Record<string, object> = {
        tools,
        turntable: sliderCount,
        framing: sliderCount,
        hotspots: { buttons: ['Brow'] },
      }
      expect(observations).toEqual({
        ...Object.fromEntries(
          sampledAttributes.map((name) => [name, { ...defaultObservation, ...expectedChanges[name] }]),
        ),
        all: { ...defaultObservation, ...tools, ...sliderCount, buttons: ['Brow', ...tools.buttons] },
      })
    } finally {
      await close()
    }
  },
)

test('<avatar-viewer> observes exactly the attributes tested above and listed in viewer/README.md', async ({
  page,
}) => {
  const { url, close } = await serveStaticSite(SITE)
  try {
    await page.goto(url)
    const observed = await page.evaluate(async () => {
      const element = await customElements.whenDefined('avatar-viewer')
      return (element as unknown as { observedAttributes: string[] }).observedAttributes
    })
    const table = readFileSync('viewer/README.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const documentedNames = table.slice(0, table.findIndex((line) => line.includes('allow-external')) + 1)
    const documented = documentedNames.flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, attribute]) => attribute),
    )
    expect(observed.toSorted()).toEqual(Object.keys(ATTRIBUTES).toSorted())
    expect(documented.toSorted()).toEqual(Object.keys(ATTRIBUTES).toSorted())
  } finally {
    await close()
  }
})

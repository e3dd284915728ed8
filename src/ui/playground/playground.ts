import type { Framing } from '../../machines/rules/camera.ts'
import { LIFE_PARTS, type LifePart } from '../../machines/rules/life.ts'
import type { ModelSource } from '../../machines/rules/model-source.ts'
import type { Viseme } from '../../machines/rules/visemes.ts'
import { type Look, optionsOf } from '../look/look.ts'
import { POINT } from '../viewer/embed/kinds.ts'
import type { ViewerOptions } from '../viewer/embed/options.ts'
import type { Surface } from '../viewer/surfaces.ts'
import { sampleName } from './samples.ts'
import { asModel, stand } from './take-files.ts'

/** A file or an address, and how it is called. */
export type Given = { file: File } | { address: string }

/** One part of the entrance: what plays, and how often. */
export interface SpawnPart {
  given: Given
  /** Where it can be fetched from by this page. */
  src: string
  loop: number
}

/** Everything that can be tried beside the look. */
export interface Trial {
  models: readonly Given[]
  scale: number
  position: string
  zoom: boolean
  turntable: boolean
  tools: boolean
  ar: boolean
  framing: Exclude<Framing, 'fit'> | null
  surface: Surface
  /** Radians a second. */
  autoRotate: number
  orbit: boolean
  pan: boolean
  variant: string | null
  /** Colours by slot, as they are typed. */
  colors: Readonly<Record<string, string>>
  /** What a hotspot at the head says. */
  hotspot: string
  life: readonly LifePart[]
  gaze: 'cursor' | 'camera' | null
  viseme: Viseme | null
  effect: SpawnPart | null
  animation: SpawnPart | null
}

/** Nothing is shown, and nothing plays. */
export const PLAIN_TRIAL: Trial = {
  models: [],
  scale: 1,
  position: '0 0 5',
  zoom: true,
  turntable: true,
  tools: false,
  ar: false,
  framing: null,
  surface: 'lit',
  autoRotate: 0,
  orbit: false,
  pan: false,
  variant: null,
  colors: {},
  hotspot: '',
  life: [],
  gaze: null,
  viseme: null,
  effect: null,
  animation: null,
}

/** What a person calls it. */
export const nameOf = (given: Given): string =>
  'file' in given ? given.file.name : (sampleName(given.address) ?? given.address.split('/').at(-1) ?? '')

/** What the viewer shows. The same object for the same models, so that nothing is loaded twice. */
export function sourceOf(models: readonly Given[]): ModelSource | null {
  const parts = models.map((model) => ('file' in model ? asModel(model.file) : model.address))
  return parts.length > 1 ? parts : (parts[0] ?? null)
}

/** Whether a text is a colour that a slot can be painted with. */
export const isHex = (text: string): boolean => /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text)

/** Where the one hotspot is that can be tried: before the head, where there is one. */
const HOTSPOT = { id: 'one', position: [0.12, 0.1, 0.12], bone: 'Head' } as const

/** The trial for another model: what it is made of, and where its head is, is its own. */
export const forOtherModels = (models: Trial['models']): Partial<Trial> => ({ models, variant: null, colors: {} })

/** What the viewer is told beside source and look. */
export function trialOptions(trial: Trial, look: Look): Partial<ViewerOptions> {
  const paints = Object.fromEntries(
    Object.entries(trial.colors).flatMap(([slot, color]) => (isHex(color) ? [[slot, { color }]] : [])),
  )
  const position = POINT.read(trial.position) as [number, number, number] | undefined
  return {
    ...(trial.scale !== 1 && { scale: trial.scale }),
    ...(position && !look.fit && { position }),
    zoom: trial.zoom,
    turntable: trial.turntable,
    tools: trial.tools,
    ...(trial.ar && { ar: true }),
    ...(trial.surface !== 'lit' && { surface: trial.surface }),
    ...(trial.framing && { framing: trial.framing }),
    ...(trial.autoRotate !== 0 && { autoRotate: trial.autoRotate }),
    ...(trial.orbit && { orbit: true }),
    ...(trial.pan && { pan: true }),
    ...(trial.variant && { variant: trial.variant }),
    ...(Object.keys(paints).length > 0 && { paints }),
    ...(trial.hotspot.trim() && { hotspots: [{ ...HOTSPOT, label: trial.hotspot.trim() }] }),
    ...(trial.life.length > 0 && { life: trial.life.length === LIFE_PARTS.length ? true : trial.life }),
    ...(trial.gaze && { gaze: trial.gaze }),
    ...(trial.viseme && { visemes: { [trial.viseme]: 1 } }),
    ...(trial.effect && { spawnEffect: { src: trial.effect.src, loop: trial.effect.loop } }),
    ...(trial.animation && { spawnAnimation: { src: trial.animation.src, loop: trial.animation.loop } }),
  }
}

/** The options as a page of another site would write them: files by an address that stands for them. */
export function writtenOptions(trial: Trial, look: Look): Partial<ViewerOptions> {
  const address = (given: Given) => ('file' in given ? stand(given.file) : new URL(given.address, location.href).href)
  const parts = trial.models.map(address)
  const options = { ...optionsOf(look), ...trialOptions(trial, look) }
  const { effect, animation } = trial
  return {
    ...(parts.length > 0 && { source: parts.length > 1 ? parts : parts[0]! }),
    ...options,
    ...(look.ownEnvironment?.address === look.environment && {
      environment: `https://your-files.example/${encodeURIComponent(look.ownEnvironment.name)}`,
    }),
    ...(effect && { spawnEffect: { ...options.spawnEffect, src: address(effect.given) } }),
    ...(animation && { spawnAnimation: { ...options.spawnAnimation, src: address(animation.given) } }),
  }
}

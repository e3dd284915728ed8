import type { Framing } from '../../machines/viewer/camera.ts'
import { LIFE_PARTS, type LifePart } from '../../machines/viewer/life.ts'
import type { ModelSource } from '../../machines/viewer/model-source.ts'
import type { Viseme } from '../../machines/viewer/visemes.ts'
import { type DisplayOptions, toViewerOptions } from '../look/display-options.ts'
import { POINT_KIND } from '../viewer/embed/option-kinds.ts'
import type { ViewerOptions } from '../viewer/embed/options.ts'
import type { Surface } from '../viewer/motion/surfaces.ts'
import { placeholderUrlOf, toModelBlob } from './classify-files.ts'
import { sampleNameOf } from './samples.ts'

export type FileOrUrl = { file: File } | { address: string }

/** Spawn effect or spawn animation: source and number of repetitions. */
export interface SpawnMedia {
  source: FileOrUrl
  /** URL from which the page loads the file. */
  src: string
  loop: number
}

/** Settings of the playground, in addition to {@link DisplayOptions}. */
export interface PlaygroundSettings {
  models: readonly FileOrUrl[]
  scale: number
  position: string
  zoom: boolean
  turntable: boolean
  tools: boolean
  ar: boolean
  framing: Exclude<Framing, 'fit'> | null
  surface: Surface
  /** Rotation speed, in radians per second. */
  autoRotate: number
  orbit: boolean
  pan: boolean
  variant: string | null
  /** Colours by material slot, as typed. */
  colors: Readonly<Record<string, string>>
  /** Label of the sample hotspot; empty for none. */
  hotspot: string
  life: readonly LifePart[]
  gaze: 'cursor' | 'camera' | null
  viseme: Viseme | null
  effect: SpawnMedia | null
  animation: SpawnMedia | null
}

export const DEFAULT_SETTINGS: PlaygroundSettings = {
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

export const displayNameOf = (model: FileOrUrl): string =>
  'file' in model ? model.file.name : (sampleNameOf(model.address) ?? model.address.split('/').at(-1) ?? '')

/** Returns the viewer's source for the models. The viewer loads again for every new object. */
export function toModelSource(models: readonly FileOrUrl[]): ModelSource | null {
  const parts = models.map((model) => ('file' in model ? toModelBlob(model.file) : model.address))
  return parts.length > 1 ? parts : (parts[0] ?? null)
}

export const isHexColor = (text: string): boolean => /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text)

/** Sample hotspot, relative to the bone `Head`. */
const HEAD_HOTSPOT = { id: 'one', position: [0.12, 0.1, 0.12], bone: 'Head' } as const

/** Returns the changed settings for another model. Variants and colours belong to one model. */
export const resetForOtherModels = (models: PlaygroundSettings['models']): Partial<PlaygroundSettings> => ({
  models,
  variant: null,
  colors: {},
})

/** Returns the viewer options for the settings. The source and display options are not included. */
export function settingsToOptions(settings: PlaygroundSettings, look: DisplayOptions): Partial<ViewerOptions> {
  const paints = Object.fromEntries(
    Object.entries(settings.colors).flatMap(([slot, color]) => (isHexColor(color) ? [[slot, { color }]] : [])),
  )
  const position = POINT_KIND.read(settings.position) as [number, number, number] | undefined
  return {
    ...(settings.scale !== 1 && { scale: settings.scale }),
    ...(position && !look.fit && { position }),
    zoom: settings.zoom,
    turntable: settings.turntable,
    tools: settings.tools,
    ...(settings.ar && { ar: true }),
    ...(settings.surface !== 'lit' && { surface: settings.surface }),
    ...(settings.framing && { framing: settings.framing }),
    ...(settings.autoRotate !== 0 && { autoRotate: settings.autoRotate }),
    ...(settings.orbit && { orbit: true }),
    ...(settings.pan && { pan: true }),
    ...(settings.variant && { variant: settings.variant }),
    ...(Object.keys(paints).length > 0 && { paints }),
    ...(settings.hotspot.trim() && { hotspots: [{ ...HEAD_HOTSPOT, label: settings.hotspot.trim() }] }),
    ...(settings.life.length > 0 && { life: settings.life.length === LIFE_PARTS.length ? true : settings.life }),
    ...(settings.gaze && { gaze: settings.gaze }),
    ...(settings.viseme && { visemes: { [settings.viseme]: 1 } }),
    ...(settings.effect && { spawnEffect: { src: settings.effect.src, loop: settings.effect.loop } }),
    ...(settings.animation && { spawnAnimation: { src: settings.animation.src, loop: settings.animation.loop } }),
  }
}

/** Returns the viewer options for the embed code, with placeholder URLs instead of local files. */
export function toEmbeddableOptions(settings: PlaygroundSettings, look: DisplayOptions): Partial<ViewerOptions> {
  const address = (model: FileOrUrl) =>
    'file' in model ? placeholderUrlOf(model.file) : new URL(model.address, location.href).href
  const parts = settings.models.map(address)
  const options = { ...toViewerOptions(look), ...settingsToOptions(settings, look) }
  const { effect, animation } = settings
  return {
    ...(parts.length > 0 && { source: parts.length > 1 ? parts : parts[0]! }),
    ...options,
    ...(look.ownEnvironment?.address === look.environment && {
      environment: `https://your-files.example/${encodeURIComponent(look.ownEnvironment.name)}`,
    }),
    ...(effect && { spawnEffect: { ...options.spawnEffect, src: address(effect.source) } }),
    ...(animation && { spawnAnimation: { ...options.spawnAnimation, src: address(animation.source) } }),
  }
}

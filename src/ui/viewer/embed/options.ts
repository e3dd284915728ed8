import { FRAMINGS, USUAL_RATE } from '../../../machines/rules/camera.ts'
import { LIFE_PARTS } from '../../../machines/rules/life.ts'
import { OCCLUSION_QUALITIES } from '../../../machines/rules/occlusion.ts'
import { AR_MODES } from '../../../machines/rules/room.ts'
import { LIGHTINGS } from '../lightings.ts'
import { SURFACES } from '../surfaces.ts'
import type { ViewerSettings } from '../viewer-settings.ts'
import {
  CHOICE,
  CLIP,
  GAZE,
  groupOf,
  INFLUENCES,
  type Kind,
  kindOf,
  listOf,
  MODE,
  NUMBER,
  oneOf,
  POINT,
  partsOf,
  RANGE,
  rateOf,
  recordOf,
  SOURCE,
  SWITCH,
  TEXT,
} from './kinds.ts'

/** What a viewer is told that can be written down: no callbacks, no styles. */
export type ViewerOptions = Omit<ViewerSettings, 'budget' | 'words'>

/** One option as text: `name` in attributes and addresses, `prop` the property it sets, or a part of it. */
export interface TextOption {
  name: string
  prop: keyof ViewerOptions
  part?: string
  kind: Kind
  /** What is meant when nothing is said. */
  usual?: unknown
}

const QUALITY: Kind = {
  ...TEXT,
  read: (text) => Object.keys(OCCLUSION_QUALITIES).find((name) => name.toLowerCase() === text.toLowerCase()),
  accepts: (value) => typeof value === 'string' && Object.hasOwn(OCCLUSION_QUALITIES, value),
  wants: `one of ${Object.keys(OCCLUSION_QUALITIES).join(', ')}`,
}

const NAMED = [
  { name: 'src', prop: 'source', kind: SOURCE },
  { name: 'alt', prop: 'label', kind: TEXT },
  { name: 'poster', prop: 'poster', kind: TEXT },
  { name: 'environment', prop: 'environment', kind: TEXT, usual: 'city' },
  { name: 'lighting', prop: 'lighting', kind: oneOf(LIGHTINGS), usual: 'even' },
  { name: 'scale', prop: 'scale', kind: NUMBER, usual: 1 },
  { name: 'position', prop: 'position', kind: POINT, usual: [0, 0, 5] },
  { name: 'fit', prop: 'fit', kind: SWITCH, usual: false },
  { name: 'framing', prop: 'framing', kind: oneOf(FRAMINGS) },
  { name: 'target', prop: 'target', kind: POINT },
  { name: 'orbit', prop: 'orbit', kind: SWITCH, usual: false },
  { name: 'pan', prop: 'pan', kind: SWITCH, usual: false },
  { name: 'auto-rotate', prop: 'autoRotate', kind: rateOf(USUAL_RATE), usual: 0 },
  { name: 'yaw-limits', prop: 'yawLimits', kind: RANGE },
  { name: 'elevation-limits', prop: 'elevationLimits', kind: RANGE },
  { name: 'zoom-limits', prop: 'zoomLimits', kind: RANGE },
  { name: 'shadows', prop: 'shadows', kind: SWITCH, usual: false },
  { name: 'float', prop: 'float', kind: SWITCH, usual: false },
  { name: 'snap', prop: 'snap', kind: SWITCH, usual: false },
  { name: 'lock-vertical', prop: 'lockVertical', kind: SWITCH, usual: false },
  { name: 'zoom', prop: 'zoom', kind: SWITCH, usual: false },
  { name: 'turntable', prop: 'turntable', kind: SWITCH, usual: true },
  { name: 'tools', prop: 'tools', kind: SWITCH, usual: false },
  { name: 'ar', prop: 'ar', kind: partsOf(AR_MODES), usual: false },
  { name: 'headroom', prop: 'headroom', kind: NUMBER, usual: 24 },
  { name: 'occlusion', prop: 'occlusion', part: 'mode', kind: MODE },
  { name: 'occlusion-quality', prop: 'occlusion', part: 'quality', kind: QUALITY },
  { name: 'occlusion-radius', prop: 'occlusion', part: 'radius', kind: NUMBER },
  { name: 'occlusion-intensity', prop: 'occlusion', part: 'intensity', kind: NUMBER },
  { name: 'occlusion-half', prop: 'occlusion', part: 'halfResolution', kind: SWITCH, usual: false },
  { name: 'emotion', prop: 'emotion', kind: INFLUENCES },
  { name: 'life', prop: 'life', kind: partsOf(LIFE_PARTS), usual: false },
  { name: 'gaze', prop: 'gaze', kind: GAZE, usual: null },
  { name: 'visemes', prop: 'visemes', kind: INFLUENCES },
  {
    name: 'hotspots',
    prop: 'hotspots',
    kind: listOf({ id: TEXT, label: TEXT, position: POINT, bone: TEXT, normal: POINT }, ['id', 'label', 'position']),
  },
  { name: 'variant', prop: 'variant', kind: CHOICE, usual: null },
  {
    name: 'paints',
    prop: 'paints',
    kind: recordOf({ color: TEXT, texture: TEXT, roughness: NUMBER, metalness: NUMBER }),
  },
  { name: 'spawn-effect', prop: 'spawnEffect', part: 'src', kind: TEXT },
  { name: 'spawn-effect-animation', prop: 'spawnEffect', part: 'animationSrc', kind: TEXT },
  { name: 'spawn-effect-loop', prop: 'spawnEffect', part: 'loop', kind: NUMBER, usual: 1 },
  { name: 'spawn-animation', prop: 'spawnAnimation', part: 'src', kind: TEXT },
  { name: 'spawn-animation-loop', prop: 'spawnAnimation', part: 'loop', kind: NUMBER, usual: 1 },
  { name: 'clip', prop: 'clip', kind: CLIP, usual: null },
  { name: 'clip-playing', prop: 'clipPlaying', kind: SWITCH, usual: true },
  { name: 'clip-speed', prop: 'clipSpeed', kind: NUMBER, usual: 1 },
  { name: 'clip-time', prop: 'clipTime', kind: NUMBER },
  { name: 'wireframe', prop: 'wireframe', kind: SWITCH, usual: false },
  { name: 'surface', prop: 'surface', kind: oneOf(SURFACES), usual: 'lit' },
  { name: 'skeleton', prop: 'skeleton', kind: SWITCH, usual: false },
  { name: 'decoder-path', prop: 'decoderPath', kind: TEXT },
  { name: 'allow-external', prop: 'allowExternal', kind: SWITCH, usual: false },
  { name: 'vrm', prop: 'vrm', kind: SWITCH, usual: false },
] as const satisfies readonly TextOption[]

/** Every option as text, in the order they are written. The first part of a property is the one that calls it up. */
export const TEXT_OPTIONS: readonly TextOption[] = NAMED

/** The name of an option as text. */
export type AttributeName = (typeof NAMED)[number]['name']

const OCCLUSION_PARTS: Record<string, Kind> = {
  mode: MODE,
  quality: QUALITY,
  halfResolution: SWITCH,
  debug: SWITCH,
  ...Object.fromEntries(
    ['samples', 'radius', 'denoiseSamples', 'denoiseRadius', 'denoiseIterations', 'intensity', 'distanceFalloff'].map(
      (name) => [name, NUMBER],
    ),
  ),
}
const occlusionGroup = groupOf(OCCLUSION_PARTS)

/** Every option as data, by property. */
const DATA_OPTIONS: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(TEXT_OPTIONS.filter(({ part }) => !part).map(({ prop, kind }) => [prop, kind])),
  occlusion: {
    ...occlusionGroup,
    accepts: (value) => typeof value === 'boolean' || occlusionGroup.accepts(value),
  },
  spawnEffect: groupOf({ src: TEXT, animationSrc: TEXT, loop: NUMBER }, 'src'),
  spawnAnimation: groupOf({ src: TEXT, loop: NUMBER }, 'src'),
}

/** The properties that can be told, by name. */
export const OPTION_PROPS = Object.keys(DATA_OPTIONS) as (keyof ViewerOptions)[]

/** What a property means when nothing is said about it. */
export const usualOf = (name: keyof ViewerOptions): unknown =>
  TEXT_OPTIONS.find(({ prop, part }) => prop === name && !part)?.usual

/** Options as they were understood, and one sentence for each that was not. */
export interface Told {
  options: Partial<ViewerOptions>
  faults: string[]
}

/** Reads options from texts by name, such as an element's attributes or an address's parameters. */
export function readOptions(textOf: (name: string) => string | null): Told {
  const options: Record<string, unknown> = {}
  const faults: string[] = []
  for (const { name, prop, part, kind } of TEXT_OPTIONS) {
    const text = textOf(name)
    if (text === null) continue
    if (prop === 'occlusion' && part === 'mode' && !SWITCH.read(text)) continue
    const value = kind.read(text)
    if (value === undefined) faults.push(`${name} needs ${kind.wants}`)
    else if (!part) options[prop] = value
    else if (options[prop] || isLead(prop, part)) options[prop] = { ...(options[prop] as object), [part]: value }
  }
  return { options: options as Partial<ViewerOptions>, faults }
}

const isLead = (prop: string, part: string) => TEXT_OPTIONS.find((option) => option.prop === prop)?.part === part

/** Keeps of a message's options what can be understood; `undefined` for a property means "as usual". Never throws. */
export function checkOptions(told: unknown): Told {
  if (typeof told !== 'object' || told === null) return { options: {}, faults: ['options needs an object'] }
  const options: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [prop, value] of Object.entries(told)) {
    const kind = kindOf(DATA_OPTIONS, prop)
    if (!kind) faults.push(`there is no option ${prop}`)
    else if (value === undefined || kind.accepts(value)) options[prop] = value
    else faults.push(`${prop} needs ${kind.wants}`)
  }
  return { options: options as Partial<ViewerOptions>, faults }
}

/** Writes options as texts by name, leaving out what is usual and what no text can hold. */
export function writeOptions(options: Partial<ViewerOptions>): [name: string, text: string][] {
  return TEXT_OPTIONS.flatMap(({ name, prop, part, kind, usual }): [string, string][] => {
    const given: unknown = options[prop] === true && prop === 'occlusion' ? { mode: 'Combined' } : options[prop]
    const isGroup = part !== undefined && typeof given === 'object' && given !== null
    const value = isGroup ? partOf(given, prop, part) : part === undefined ? given : undefined
    if (value === undefined || (usual !== undefined && JSON.stringify(value) === JSON.stringify(usual))) return []
    const text = kind.write(value as never)
    return text === null ? [] : [[name, text]]
  })
}

function partOf(group: object, prop: string, part: string): unknown {
  const value = (group as Record<string, unknown>)[part]
  return value === undefined && prop === 'occlusion' && part === 'mode' ? 'Combined' : value
}

import { AR_MODES } from '../../../machines/viewer/ar-placement.ts'
import { DEFAULT_AUTO_ROTATE_RADIANS_PER_SECOND, FRAMINGS } from '../../../machines/viewer/camera.ts'
import { LIFE_PARTS } from '../../../machines/viewer/life.ts'
import { OCCLUSION_QUALITIES } from '../../../machines/viewer/occlusion.ts'
import { LIGHTING_MODES } from '../light/lighting-modes.ts'
import { SURFACES } from '../motion/surfaces.ts'
import type { ViewerSettings } from '../viewer-settings.ts'
import {
  BOOLEAN_KIND,
  CLIP_KIND,
  enumKind,
  findOwnKind,
  GAZE_KIND,
  groupKind,
  INFLUENCES_KIND,
  listKind,
  NULLABLE_TEXT_KIND,
  NUMBER_KIND,
  nameListKind,
  OCCLUSION_MODE_KIND,
  type OptionKind,
  POINT_KIND,
  RANGE_KIND,
  rateKind,
  recordKind,
  SOURCE_KIND,
  TEXT_KIND,
} from './option-kinds.ts'

/** Viewer settings that can be set by attributes, URL parameters or messages. */
export type ViewerOptions = Omit<ViewerSettings, 'budget' | 'words'>

/**
 * Option in text form. `name` is the attribute or URL parameter, `prop` is the property, and `part` is a member of the
 * property's value.
 */
export interface TextOption {
  name: string
  prop: keyof ViewerOptions
  part?: string
  kind: OptionKind
  /** Value if the option is absent. `writeOptions` omits this value. */
  defaultValue?: unknown
}

const QUALITY: OptionKind = {
  ...TEXT_KIND,
  read: (text) => Object.keys(OCCLUSION_QUALITIES).find((name) => name.toLowerCase() === text.toLowerCase()),
  accepts: (value) => typeof value === 'string' && Object.hasOwn(OCCLUSION_QUALITIES, value),
  expected: `one of ${Object.keys(OCCLUSION_QUALITIES).join(', ')}`,
}

const NAMED_OPTIONS = [
  { name: 'src', prop: 'source', kind: SOURCE_KIND },
  { name: 'alt', prop: 'label', kind: TEXT_KIND },
  { name: 'poster', prop: 'poster', kind: TEXT_KIND },
  { name: 'environment', prop: 'environment', kind: TEXT_KIND, defaultValue: 'city' },
  { name: 'lighting', prop: 'lighting', kind: enumKind(LIGHTING_MODES), defaultValue: 'even' },
  { name: 'scale', prop: 'scale', kind: NUMBER_KIND, defaultValue: 1 },
  { name: 'position', prop: 'position', kind: POINT_KIND, defaultValue: [0, 0, 5] },
  { name: 'fit', prop: 'fit', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'framing', prop: 'framing', kind: enumKind(FRAMINGS) },
  { name: 'target', prop: 'target', kind: POINT_KIND },
  { name: 'orbit', prop: 'orbit', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'pan', prop: 'pan', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'auto-rotate', prop: 'autoRotate', kind: rateKind(DEFAULT_AUTO_ROTATE_RADIANS_PER_SECOND), defaultValue: 0 },
  { name: 'yaw-limits', prop: 'yawLimits', kind: RANGE_KIND },
  { name: 'elevation-limits', prop: 'elevationLimits', kind: RANGE_KIND },
  { name: 'zoom-limits', prop: 'zoomLimits', kind: RANGE_KIND },
  { name: 'shadows', prop: 'shadows', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'float', prop: 'float', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'snap', prop: 'snap', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'lock-vertical', prop: 'lockVertical', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'zoom', prop: 'zoom', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'turntable', prop: 'turntable', kind: BOOLEAN_KIND, defaultValue: true },
  { name: 'tools', prop: 'tools', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'ar', prop: 'ar', kind: nameListKind(AR_MODES), defaultValue: false },
  { name: 'headroom', prop: 'headroom', kind: NUMBER_KIND, defaultValue: 24 },
  { name: 'occlusion', prop: 'occlusion', part: 'mode', kind: OCCLUSION_MODE_KIND },
  { name: 'occlusion-quality', prop: 'occlusion', part: 'quality', kind: QUALITY },
  { name: 'occlusion-radius', prop: 'occlusion', part: 'radius', kind: NUMBER_KIND },
  { name: 'occlusion-intensity', prop: 'occlusion', part: 'intensity', kind: NUMBER_KIND },
  { name: 'occlusion-half', prop: 'occlusion', part: 'halfResolution', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'emotion', prop: 'emotion', kind: INFLUENCES_KIND },
  { name: 'life', prop: 'life', kind: nameListKind(LIFE_PARTS), defaultValue: false },
  { name: 'gaze', prop: 'gaze', kind: GAZE_KIND, defaultValue: null },
  { name: 'visemes', prop: 'visemes', kind: INFLUENCES_KIND },
  {
    name: 'hotspots',
    prop: 'hotspots',
    kind: listKind({ id: TEXT_KIND, label: TEXT_KIND, position: POINT_KIND, bone: TEXT_KIND, normal: POINT_KIND }, [
      'id',
      'label',
      'position',
    ]),
  },
  { name: 'variant', prop: 'variant', kind: NULLABLE_TEXT_KIND, defaultValue: null },
  {
    name: 'paints',
    prop: 'paints',
    kind: recordKind({ color: TEXT_KIND, texture: TEXT_KIND, roughness: NUMBER_KIND, metalness: NUMBER_KIND }),
  },
  { name: 'spawn-effect', prop: 'spawnEffect', part: 'src', kind: TEXT_KIND },
  { name: 'spawn-effect-animation', prop: 'spawnEffect', part: 'animationSrc', kind: TEXT_KIND },
  { name: 'spawn-effect-loop', prop: 'spawnEffect', part: 'loop', kind: NUMBER_KIND, defaultValue: 1 },
  { name: 'spawn-animation', prop: 'spawnAnimation', part: 'src', kind: TEXT_KIND },
  { name: 'spawn-animation-loop', prop: 'spawnAnimation', part: 'loop', kind: NUMBER_KIND, defaultValue: 1 },
  { name: 'clip', prop: 'clip', kind: CLIP_KIND, defaultValue: null },
  { name: 'clip-playing', prop: 'clipPlaying', kind: BOOLEAN_KIND, defaultValue: true },
  { name: 'clip-speed', prop: 'clipSpeed', kind: NUMBER_KIND, defaultValue: 1 },
  { name: 'clip-time', prop: 'clipTime', kind: NUMBER_KIND },
  { name: 'wireframe', prop: 'wireframe', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'surface', prop: 'surface', kind: enumKind(SURFACES), defaultValue: 'lit' },
  { name: 'skeleton', prop: 'skeleton', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'decoder-path', prop: 'decoderPath', kind: TEXT_KIND },
  { name: 'allow-external', prop: 'allowExternal', kind: BOOLEAN_KIND, defaultValue: false },
  { name: 'vrm', prop: 'vrm', kind: BOOLEAN_KIND, defaultValue: false },
] as const satisfies readonly TextOption[]

/** Options in text form, in the order of `writeOptions`. The first part of a property decides whether the property is set. */
export const TEXT_OPTIONS: readonly TextOption[] = NAMED_OPTIONS

export type AttributeName = (typeof NAMED_OPTIONS)[number]['name']

const OCCLUSION_PARTS: Record<string, OptionKind> = {
  mode: OCCLUSION_MODE_KIND,
  quality: QUALITY,
  halfResolution: BOOLEAN_KIND,
  debug: BOOLEAN_KIND,
  ...Object.fromEntries(
    ['samples', 'radius', 'denoiseSamples', 'denoiseRadius', 'denoiseIterations', 'intensity', 'distanceFalloff'].map(
      (name) => [name, NUMBER_KIND],
    ),
  ),
}
const occlusionGroup = groupKind(OCCLUSION_PARTS)

/** Kind of each option's value in properties and messages, by property. */
const DATA_OPTIONS: Readonly<Record<string, OptionKind>> = {
  ...Object.fromEntries(TEXT_OPTIONS.filter(({ part }) => !part).map(({ prop, kind }) => [prop, kind])),
  occlusion: {
    ...occlusionGroup,
    accepts: (value) => typeof value === 'boolean' || occlusionGroup.accepts(value),
  },
  spawnEffect: groupKind({ src: TEXT_KIND, animationSrc: TEXT_KIND, loop: NUMBER_KIND }, 'src'),
  spawnAnimation: groupKind({ src: TEXT_KIND, loop: NUMBER_KIND }, 'src'),
}

export const OPTION_PROPS = Object.keys(DATA_OPTIONS) as (keyof ViewerOptions)[]

export const defaultValueOf = (name: keyof ViewerOptions): unknown =>
  TEXT_OPTIONS.find(({ prop, part }) => prop === name && !part)?.defaultValue

/** Valid options, and one error message for each invalid option. */
export interface ParsedOptions {
  options: Partial<ViewerOptions>
  errors: string[]
}

/** Reads options from texts by name, such as element attributes or URL parameters. */
export function readOptions(textOf: (name: string) => string | null): ParsedOptions {
  const options: Record<string, unknown> = {}
  const errors: string[] = []
  for (const { name, prop, part, kind } of TEXT_OPTIONS) {
    const text = textOf(name)
    if (text === null) continue
    if (prop === 'occlusion' && part === 'mode' && !BOOLEAN_KIND.read(text)) continue
    const value = kind.read(text)
    if (value === undefined) errors.push(`${name} needs ${kind.expected}`)
    else if (!part) options[prop] = value
    else if (options[prop] || isMainPart(prop, part)) options[prop] = { ...(options[prop] as object), [part]: value }
  }
  return { options: options as Partial<ViewerOptions>, errors }
}

const isMainPart = (prop: string, part: string) => TEXT_OPTIONS.find((option) => option.prop === prop)?.part === part

/** Validates the options of a message and drops invalid ones; `undefined` resets a property to its default. Never throws. */
export function checkOptions(candidate: unknown): ParsedOptions {
  if (typeof candidate !== 'object' || candidate === null) return { options: {}, errors: ['options needs an object'] }
  const options: Record<string, unknown> = {}
  const errors: string[] = []
  for (const [prop, value] of Object.entries(candidate)) {
    const kind = findOwnKind(DATA_OPTIONS, prop)
    if (!kind) errors.push(`there is no option ${prop}`)
    else if (value === undefined || kind.accepts(value)) options[prop] = value
    else errors.push(`${prop} needs ${kind.expected}`)
  }
  return { options: options as Partial<ViewerOptions>, errors }
}

/** Formats options as pairs of name and text. Omits defaults and values without a text form. */
export function writeOptions(options: Partial<ViewerOptions>): [name: string, text: string][] {
  return TEXT_OPTIONS.flatMap(({ name, prop, part, kind, defaultValue }): [string, string][] => {
    const optionValue: unknown = options[prop] === true && prop === 'occlusion' ? { mode: 'Combined' } : options[prop]
    const isGroup = part !== undefined && typeof optionValue === 'object' && optionValue !== null
    const value = isGroup ? partValue(optionValue, prop, part) : part === undefined ? optionValue : undefined
    if (value === undefined || (defaultValue !== undefined && JSON.stringify(value) === JSON.stringify(defaultValue)))
      return []
    const text = kind.write(value as never)
    return text === null ? [] : [[name, text]]
  })
}

function partValue(group: object, prop: string, part: string): unknown {
  const value = (group as Record<string, unknown>)[part]
  return value === undefined && prop === 'occlusion' && part === 'mode' ? 'Combined' : value
}

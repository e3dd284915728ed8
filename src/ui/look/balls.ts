import type { EnvironmentName } from '../viewer/presets.ts'

const found = import.meta.glob<string>('./balls/*.webp', { eager: true, query: '?url&no-inline', import: 'default' })

/** The picture of a chrome ball in each environment, drawn from its panorama by `viewer/make-balls.ts`. */
export const ballOf = (name: EnvironmentName): string => found[`./balls/${name}.webp`] ?? ''

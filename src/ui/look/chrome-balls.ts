import type { EnvironmentName } from '../viewer/light/environment-names.ts'

const ballUrls = import.meta.glob<string>('./balls/*.webp', { eager: true, query: '?url&no-inline', import: 'default' })

/** Returns the picture of a chrome ball that reflects an environment. Made by `viewer/make-environment-previews.ts`. */
export const chromeBallUrlOf = (name: EnvironmentName): string => ballUrls[`./balls/${name}.webp`] ?? ''

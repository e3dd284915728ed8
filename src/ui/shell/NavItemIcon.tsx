import { useSyncExternalStore } from 'react'
import { idlePrefetchLoaders, lazyModule, subscribeToLazyModules } from '../kit/loading/lazy-module.ts'
import { NAV_ICONS, type NavIconName } from './nav-items.tsx'

/** Loaded when the page is idle: only one filled icon is shown, and not before the rows are loaded. */
const lazyFilledIcons = lazyModule(async () => (await import('./filled-nav-icons.tsx')).FILLED_NAV_ICONS)
idlePrefetchLoaders.add(lazyFilledIcons.prefetch)

/** Icon of a navigation item, filled if current and loaded. */
export function NavItemIcon({ of, isCurrent }: { of: NavIconName; isCurrent: boolean }) {
  const glyphs = useSyncExternalStore(subscribeToLazyModules, lazyFilledIcons.getLoaded) ?? NAV_ICONS
  return (isCurrent ? glyphs : NAV_ICONS)[of]
}

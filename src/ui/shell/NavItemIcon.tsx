import { useSyncExternalStore } from 'react'
import { idlePrefetchLoaders, lazyModule, subscribeToLazyModules } from '../kit/loading/lazy-module.ts'
import { NAV_ICONS, type NavIconName } from '../nav-items.tsx'

/** Loaded when the page is idle. Filled icons are only needed for the current item. */
const lazyFilledIcons = lazyModule(async () => (await import('./filled-nav-icons.tsx')).FILLED_NAV_ICONS)
idlePrefetchLoaders.add(lazyFilledIcons.prefetch)

/** Icon of a navigation item. The current item has a filled icon, once loaded. */
export function NavItemIcon({ of, isCurrent }: { of: NavIconName; isCurrent: boolean }) {
  const glyphs = useSyncExternalStore(subscribeToLazyModules, lazyFilledIcons.getLoaded) ?? NAV_ICONS
  return (isCurrent ? glyphs : NAV_ICONS)[of]
}

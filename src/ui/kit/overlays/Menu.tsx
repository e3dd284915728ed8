import type { MenuProps } from './MenuPanel.tsx'
// Imported here too, so that the lazy panel needs no style sheet of its own: the bundler does not retry a failed one.
import '../Listing.module.css'
import { lazyModule } from '../loading/lazy-module.ts'
import { useDropdown } from './use-dropdown.ts'

const lazyMenuPanel = lazyModule(async () => (await import('./MenuPanel.tsx')).MenuPanel)

/**
 * Menu of actions at its button; below 768 pixels a sheet at the bottom of the screen (design guide §14). The menu's code is
 * prefetched when the button is hovered or focused.
 */
export function Menu({ children, groups, onOpenChange, ...told }: MenuProps) {
  const { button, Content, opening, isOpenedByKey } = useDropdown(lazyMenuPanel, 'menu', onOpenChange)
  return (
    <>
      {children(button)}
      {Content && (
        <Content
          {...told}
          {...opening}
          groups={typeof groups === 'function' ? groups() : groups}
          isOpenedByKey={isOpenedByKey}
        />
      )}
    </>
  )
}

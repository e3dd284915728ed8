import type { MenuProps } from './MenuPanel.tsx'
// Also imported here, so that the lazy panel loads no style sheet. The bundler never retries a failed style sheet.
import '../Listing.module.css'
import { lazyModule } from '../loading/lazy-module.ts'
import { useDropdown } from './use-dropdown.ts'

const lazyMenuPanel = lazyModule(async () => (await import('./MenuPanel.tsx')).MenuPanel)

/**
 * Menu of actions at a button; a bottom sheet below 768 pixels (design guide §14). The code is prefetched when the button is
 * hovered or focused.
 */
export function Menu({ children, groups, onOpenChange, ...panelProps }: MenuProps) {
  const { button, Content, opening, isOpenedByKey } = useDropdown(lazyMenuPanel, 'menu', onOpenChange)
  return (
    <>
      {children(button)}
      {Content && (
        <Content
          {...panelProps}
          {...opening}
          groups={typeof groups === 'function' ? groups() : groups}
          isOpenedByKey={isOpenedByKey}
        />
      )}
    </>
  )
}

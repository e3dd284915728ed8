import type { MenuProps } from './MenuPanel.tsx'
// Here too, so that no style has to be fetched with the panel: one that failed to come is not asked for again.
import './Listing.module.css'
import { part } from './part.ts'
import { useDropdown } from './use-dropdown.ts'

const menuPanel = part(async () => (await import('./MenuPanel.tsx')).MenuPanel)

/**
 * A menu of actions at its button; under 768 pixels it stands at the foot of the screen as a sheet (look.md §14). The
 * menu's code is fetched when the pointer or the focus first reaches the button.
 */
export function Menu({ children, groups, onOpenChange, ...told }: MenuProps) {
  const { button, Part, opening, byKey } = useDropdown(menuPanel, 'menu', onOpenChange)
  return (
    <>
      {children(button)}
      {Part && <Part {...told} {...opening} groups={typeof groups === 'function' ? groups() : groups} byKey={byKey} />}
    </>
  )
}

import { type ComponentProps, type ComponentType, type RefObject, useRef, useState } from 'react'
import { isDataSaverOn } from '../loading/is-data-saver-on.ts'
import type { LazyModule } from '../loading/lazy-module.ts'
import { useLazyModule } from '../loading/use-lazy-module.ts'

/** Props of a button that opens a dropdown. Spread them onto the button. */
export type DropdownButtonProps = Pick<
  ComponentProps<'button'>,
  'aria-haspopup' | 'aria-expanded' | 'onPointerEnter' | 'onFocus' | 'onClick' | 'onKeyDown'
> & { ref: RefObject<HTMLButtonElement | null> }

export interface DropdownState {
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onOpenChange: (open: boolean) => void
}

export interface Dropdown<P> {
  button: DropdownButtonProps
  /** Component of the dropdown, once loaded. Render it with `opening`. */
  Content: ComponentType<P> | undefined
  opening: DropdownState
  /** Whether the dropdown was opened by keyboard or screen reader. */
  isOpenedByKey: boolean
  prefetch: () => void
}

const OPEN_KEYS: readonly string[] = ['Enter', ' ', 'ArrowDown']

/**
 * Connects a button to a lazy dropdown, which opens on a press or the down arrow. The code is prefetched on hover or focus,
 * unless the data saver is on. If the code fails to load, the dropdown closes again.
 */
export function useDropdown<P>(
  module: LazyModule<ComponentType<P>>,
  kind: 'menu' | 'dialog',
  onOpenChange?: (open: boolean) => void,
): Dropdown<P> {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isOpenedByKey, setOpenedByKey] = useState(false)
  const [Part, requestModule] = useLazyModule(module)
  const prefetch = () => requestModule('prefetch')
  const onApproach = () => void (isDataSaverOn() || prefetch())
  const setOpenState = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const show = async (isByKey: boolean) => {
    setOpenedByKey(isByKey)
    setOpenState(true)
    if (!(await requestModule('load'))) setOpenState(false)
  }
  return {
    button: {
      ref: triggerRef,
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
      onPointerEnter: onApproach,
      onFocus: onApproach,
      // Clicks by keyboard and by most screen readers have a `detail` of 0.
      onClick: ({ detail }) => show(detail === 0),
      onKeyDown: (event) => {
        const { key, repeat, ctrlKey, metaKey, altKey, currentTarget } = event
        if (!OPEN_KEYS.includes(key) || repeat || ctrlKey || metaKey || altKey || currentTarget.ariaDisabled) return
        // Opens on key down instead of the resulting click. React Aria attributes that click to a screen reader and focuses the
        // menu late, so letters typed in between would be lost.
        event.preventDefault()
        show(true)
      },
    },
    Content: Part,
    opening: { triggerRef, isOpen, onOpenChange: setOpenState },
    isOpenedByKey,
    prefetch,
  }
}

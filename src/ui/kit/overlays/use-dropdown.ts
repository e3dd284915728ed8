import { type ComponentProps, type ComponentType, type RefObject, useRef, useState } from 'react'
import { isDataSaverOn } from '../loading/is-data-saver-on.ts'
import type { LazyModule } from '../loading/lazy-module.ts'
import { useLazyModule } from '../loading/use-lazy-module.ts'

/** Props of a button that opens a dropdown; spread them on a {@link Button} or a native button. */
export type DropdownButtonProps = Pick<
  ComponentProps<'button'>,
  'aria-haspopup' | 'aria-expanded' | 'onPointerEnter' | 'onFocus' | 'onClick' | 'onKeyDown'
> & { ref: RefObject<HTMLButtonElement | null> }

/** Trigger and open state of a dropdown. */
export interface DropdownState {
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onOpenChange: (open: boolean) => void
}

export interface Dropdown<P> {
  button: DropdownButtonProps
  /** Component of the dropdown once its code is loaded; render it with `opening`. */
  Content: ComponentType<P> | undefined
  opening: DropdownState
  /** Whether it was opened by keyboard or screen reader. */
  isOpenedByKey: boolean
  /** Prefetches the dropdown's code. */
  prefetch: () => void
}

/** Keys that open the dropdown. */
const OPEN_KEYS: readonly string[] = ['Enter', ' ', 'ArrowDown']

/**
 * Connects a button to a dropdown that opens on a press or the down arrow. The dropdown's code is prefetched on hover or focus,
 * or fetched on the press if data saving is on. If loading fails, the dropdown closes again.
 */
export function useDropdown<P>(
  part: LazyModule<ComponentType<P>>,
  kind: 'menu' | 'dialog',
  onOpenChange?: (open: boolean) => void,
): Dropdown<P> {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isOpenedByKey, setOpenedByKey] = useState(false)
  const [Part, requestModule] = useLazyModule(part)
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
        // Handled here rather than by the resulting click. React Aria attributes such a click to a screen reader and moves the
        // focus only after the layout has settled; letters typed until then would be lost.
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

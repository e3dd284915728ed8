import { type ComponentProps, type ComponentType, type RefObject, useRef, useState } from 'react'
import type { Part } from './part.ts'
import { savesData } from './saves-data.ts'
import { usePart } from './use-part.ts'

/** What makes a button open a dropdown: spread it on a {@link Button} or on the browser's own. */
export type DropdownButton = Pick<
  ComponentProps<'button'>,
  'aria-haspopup' | 'aria-expanded' | 'onPointerEnter' | 'onFocus' | 'onClick' | 'onKeyDown'
> & { ref: RefObject<HTMLButtonElement | null> }

/** What a dropdown is told of its button and of its being open. */
export interface Opening {
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onOpenChange: (open: boolean) => void
}

/** What {@link useDropdown} answers. */
export interface Dropdown<P> {
  button: DropdownButton
  /** The dropdown, once its code is there; to be shown with `opening`. */
  Part: ComponentType<P> | undefined
  opening: Opening
  /** Opened by the keyboard or a screen reader. */
  byKey: boolean
  /** Fetches the dropdown's code before it is opened. */
  fetch: () => void
}

/** The keys that open what a button opens. */
const OPENING: readonly string[] = ['Enter', ' ', 'ArrowDown']

/**
 * A button and what it opens by a press or the down arrow. The code of that is fetched when the pointer or the focus first
 * reaches the button, or with the press where data is to be saved; if it does not come, the button is closed again.
 */
export function useDropdown<P>(
  part: Part<ComponentType<P>>,
  kind: 'menu' | 'dialog',
  onOpenChange?: (open: boolean) => void,
): Dropdown<P> {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [byKey, setByKey] = useState(false)
  const [Part, ask] = usePart(part)
  const fetch = () => ask('fetch')
  const approach = () => void (savesData() || fetch())
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const show = async (isByKey: boolean) => {
    setByKey(isByKey)
    change(true)
    if (!(await ask('want'))) change(false)
  }
  return {
    button: {
      ref: triggerRef,
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
      onPointerEnter: approach,
      onFocus: approach,
      // What keys and most screen readers press counts no clicks.
      onClick: ({ detail }) => show(detail === 0),
      onKeyDown: (event) => {
        const { key, repeat, ctrlKey, metaKey, altKey, currentTarget } = event
        if (!OPENING.includes(key) || repeat || ctrlKey || metaKey || altKey || currentTarget.ariaDisabled) return
        // Not by the click that comes of it: React Aria would take that for a screen reader's, and lead the focus only once all stands
        // still; letters that are typed until then would be lost.
        event.preventDefault()
        show(true)
      },
    },
    Part,
    opening: { triggerRef, isOpen, onOpenChange: change },
    byKey,
    fetch,
  }
}

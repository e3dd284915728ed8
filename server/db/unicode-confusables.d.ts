declare module 'unicode-confusables' {
  /** Replaces each character by its prototype of UTS #39, and removes zero-width characters. */
  export function rectifyConfusion(text: string): string
}

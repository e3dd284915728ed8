/** Where on the page the hotspots are, by their ids: made there, moved by what draws the model. */
export type Pins = Map<string, HTMLElement>

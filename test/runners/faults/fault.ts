/** A small change of one file that makes a mapping wrong. */
export interface PlantedFault {
  /** What is then wrong. */
  readonly about: string;
  /** Below the folder of the implementation. */
  readonly file: string;
  /** Stands in the file once. */
  readonly find: string;
  readonly replace: string;
}

/** The file with its fault; a fault that finds nothing, or more than one place, is a fault of its own. */
export function plant(text: string, { file, find, replace }: PlantedFault): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} holds ${JSON.stringify(find)} ${parts.length - 1} times`);
  return parts.join(replace);
}

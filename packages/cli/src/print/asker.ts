/** Who an answer is printed for, so that it names the next step in words they can follow. */
export type Asker = 'command' | 'tool';

/** Objects that threads share: whose run they are, and what they refer to, is known; a tilde is as in Owners. */
class Runners {
    static class Cell {
        int value;
    }

    static class Adder extends Thread {
        final Cell cell;

        Adder(Cell cell) {
            this.cell = cell;          // +
        }

        @Override
        public void run() {
            cell.value++;              // +
        }
    }

    public static void main(String[] args) throws Exception {
        Cell shared = new Cell();      // +
        Cell lonely = new Cell();      // ~
        Thread adder = new Adder(shared); // +
        Thread task = new Thread(() -> shared.value += 2); // +
        adder.start();                 // +
        task.start();                  // +
        lonely.value = 5;              // ~ no thread has it
        adder.join();                  // + whether it throws decides
        task.join();                   // +
        System.out.println(shared.value); // *
    }
}
